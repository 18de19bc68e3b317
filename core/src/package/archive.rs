//! Writing a package: the same bytes for the same files, whenever and wherever.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{INDEX, Package, PackageError};

/// How hard to compress: part of what makes the bytes the same everywhere.
const LEVEL: i64 = 6;

/// The bytes of a package.
///
/// # Errors
///
/// When its files cannot be put into an archive.
pub fn write(package: &Package) -> Result<Vec<u8>, PackageError> {
    let mut index = serde_json::to_string_pretty(&package.index)
        .map_err(|error| PackageError::NoPackage(error.to_string()))?;
    index.push('\n');
    let id = &package.index.id;
    let files = package.files.iter().map(|(path, text)| (format!("{id}/{path}"), text.as_str()));
    archive(std::iter::once((INDEX.to_owned(), index.as_str())).chain(files))
        .map_err(|error| PackageError::NoPackage(error.to_string()))
}

fn archive<'a>(entries: impl Iterator<Item = (String, &'a str)>) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (path, text) in entries {
        writer.start_file(path, options)?;
        writer.write_all(text.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}
