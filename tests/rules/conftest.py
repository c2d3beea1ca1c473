"""Notes the rule that each case proves, so that a report of the run tells which rules were proved."""

from collections.abc import Callable

import pytest


@pytest.fixture(autouse=True)
def rule_proved(request: pytest.FixtureRequest, record_property: Callable[[str, object], None]) -> None:
    callspec = getattr(request.node, "callspec", None)
    if callspec is not None and "rule" in callspec.params:
        record_property("rule", callspec.params["rule"])
