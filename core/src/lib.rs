//! Bastide: a scriptable expansion framework for Carcassonne-style tile games.
