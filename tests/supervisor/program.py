"""A supervisor of the parts that a JSON text tells: ``python -m tests.supervisor.program JSON``."""

import json
import sys

from service.supervisor import Part, Supervisor

if __name__ == "__main__":
    told = json.loads(sys.argv[1])
    sys.exit(Supervisor([Part(one["name"], one["command"], grace=one["grace"]) for one in told]).run())
