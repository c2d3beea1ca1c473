"""How much of what is random the tests try: by the environment variable ``TEST_AMOUNT``.

``usual``     (or unset) what finds a fault in any rule; tables of cases are always tried whole
``few``       half of it; for a second run of what has been tried already in another build
``thorough``  ten times as much
"""

import os
from typing import Final

from hypothesis import HealthCheck, settings

SCALES: Final = {"few": 0.5, "usual": 1.0, "thorough": 10.0}
SCALE: Final = SCALES[os.environ.get("TEST_AMOUNT") or "usual"]


def amount(usual: int) -> int:
    """How many to try, where ``usual`` are tried usually; at least one."""
    return max(1, round(usual * SCALE))


def examples(usual: int) -> settings:
    """The settings of a property that is usually tried with so many examples."""
    return settings(max_examples=amount(usual), deadline=None, suppress_health_check=list(HealthCheck))
