"""Big A (BA): climbing play of the two holders of the Big Aces, a secret pair or one alone, against the rest."""
