//! bastide-script
