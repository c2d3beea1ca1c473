"""The resources, one blueprint each."""
