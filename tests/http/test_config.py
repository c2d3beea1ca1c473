"""Settings: checked at start, every one documented."""

import re

import pytest

from service.config import BUILD_VARIABLES, SETTINGS, BadSetting, Config, strangers
from tests.http.conftest import ROOT


def test_every_setting_is_documented() -> None:
    told = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(REFEREE_[A-Z_]+)` \|([^|]*)\|", told, re.MULTILINE))
    assert set(rows) == {setting.variable for setting in SETTINGS} | set(BUILD_VARIABLES)
    for setting in SETTINGS:
        if setting.variable not in ("REFEREE_WORKERS", "REFEREE_JOB_PROCESSES"):
            assert rows[setting.variable].strip("` ") == setting.default


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("REFEREE_PORT", "http"),
        ("REFEREE_PORT", "-1"),
        ("REFEREE_PORT", "65536"),
        ("REFEREE_PORT", "80 80"),
        ("REFEREE_PORT", "٨"),
        ("REFEREE_PORT", "9" * 5000),
        ("REFEREE_WORKERS", "0"),
        ("REFEREE_THREADS", "many"),
        ("REFEREE_PATIENCE", "0"),
        ("REFEREE_MAX_BODY", "1MB"),
        ("REFEREE_MAX_LINE", "1"),
        ("REFEREE_MAX_RECORDS", "1e9"),
        ("REFEREE_LOG_LEVEL", "loud"),
        ("REFEREE_REDIS_URL", "localhost:6379"),
        ("REFEREE_REDIS_URL", "http://localhost"),
        ("REFEREE_REDIS_URL", "redis://"),
        ("REFEREE_REDIS_URL", "redis://host:port"),
        ("REFEREE_REDIS_URL", "redis://host:0"),
        ("REFEREE_REDIS_URL", "redis://host/base"),
        ("REFEREE_REDIS_URL", "unix:relative"),
        ("REFEREE_REDIS_URL", "redis://host/0?db=3"),
        ("REFEREE_REDIS_URL", "redis://:pass/word@host/0"),
        ("REFEREE_REDIS_URL", "redis://[::1"),
        ("REFEREE_JOB_PROCESSES", "0"),
        ("REFEREE_JOB_QUEUES", "moves,more"),
        ("REFEREE_JOB_QUEUES", ","),
        ("REFEREE_JOB_LIMIT", "0.5"),
        ("REFEREE_JOB_LIFE", "0"),
        ("REFEREE_BOTS", "bots"),
        ("REFEREE_BOTS", "my bots:mine"),
        ("REFEREE_BOTS", "mine:"),
        ("REFEREE_BOTS", "../bots:mine"),
        ("REFEREE_HOST", "my host"),
        ("REFEREE_HOST", "http://0.0.0.0"),
    ],
)
def test_bad_settings_are_named(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"^{variable} must be ") as found:
        Config.read({variable: value})
    assert "\n" not in str(found.value)


def test_all_bad_settings_are_named_at_once() -> None:
    with pytest.raises(BadSetting) as found:
        Config.read({"REFEREE_PORT": "x", "REFEREE_THREADS": "0", "REFEREE_LOG_LEVEL": "x"})
    assert [line.split()[0] for line in str(found.value).splitlines()] == [
        "REFEREE_PORT",
        "REFEREE_THREADS",
        "REFEREE_LOG_LEVEL",
    ]


def test_settings_are_read() -> None:
    read = Config.read(
        {"REFEREE_PORT": " 9000 ", "REFEREE_HOST": "", "REFEREE_LOG_LEVEL": "INFO", "REFEREE_MAX_BODY": "4096"}
    )
    assert (read.port, read.host, read.log_level, read.max_body) == (9000, "127.0.0.1", "info", 4096)


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(BadSetting) as found:
        Config.read({"REFEREE_REDIS_URL": "redis://:hunter2@host/base"})
    assert "hunter2" not in str(found.value)


def test_settings_that_are_lists() -> None:
    read = Config.read({"REFEREE_JOB_QUEUES": "simulations , moves,moves", "REFEREE_BOTS": " a.b:c, d:e,"})
    assert (read.job_queues, read.bots) == (("moves", "simulations"), ("a.b:c", "d:e"))


@pytest.mark.parametrize(
    "url",
    ["redis://host", "redis://:secret@host:6380/2", "rediss://user:secret@host:6380", "unix:///run/valkey.sock", ""],
)
def test_servers_that_can_be(url: str) -> None:
    assert Config.read({"REFEREE_REDIS_URL": url}).redis_url == url


def test_variables_that_are_no_settings() -> None:
    assert strangers({"REFEREE_PROT": "1", "REFEREE_PORT": "1", "REFEREE_BUILD": "pure", "HOME": "/"}) == [
        "REFEREE_PROT"
    ]
