//! bastide-play
