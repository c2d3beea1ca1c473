"""Every call of the README and of the guide to simulations, pasted as it stands, gives what is said there."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.http.conftest import Server

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs" / "guides" / "simulations.md")
BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ADDRESS = "http://127.0.0.1:8000"


@pytest.mark.xdist_group("jobs")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_calls_give_what_is_said(whole: Server, tmp_path: Path, page: Path) -> None:
    blocks = BLOCK.findall(page.read_text("utf-8"))
    script, expected = "set -euo pipefail\n", []
    for (kind, text), (after, said) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "sh":
            answered = after == "json"
            script += text.replace(ADDRESS, whole.address) + ("echo\necho ---\n" if answered else "")
            expected += [json.loads(said)] if answered else []
    assert len(expected) >= 5
    run = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    answers: list[Any] = [json.loads(part) for part in run.stdout.split("---\n") if part.strip()]
    assert json.dumps(answers) == json.dumps(expected)  # with names in the same order


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_sh_block_is_one_that_is_tested(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.count("```sh\n") == sum(kind == "sh" for kind, _ in BLOCK.findall(text))
