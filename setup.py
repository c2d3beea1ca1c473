"""Builds card-referee."""

from setuptools import setup

setup()
