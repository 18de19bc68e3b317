//! bastide-content
