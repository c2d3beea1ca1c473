"""What crosses the wire, both ways."""
