"""Other engines, driven as their documents say. These modules run in the environment of the peers alone."""

from importlib.metadata import version


def versions() -> dict[str, str]:
    """The releases of the peers, by name."""
    return {name: version(name) for name in ("open-spiel", "rlcard", "chess")}
