"""Measurements of this referee beside what others do: ``make bench``. No part of what is installed."""
