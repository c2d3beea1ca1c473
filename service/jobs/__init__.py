"""Jobs: work that is answered later, done by workers, and never lost."""
