// SPDX-License-Identifier: MIT

//! Errors: a status, a location and one sentence.

use alloc::string::String;
use core::fmt;
use mien_sys as c;

use crate::native::text_of;

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Invalid call: a count or index out of range, or an unknown name.
    Argument,
    /// Out of memory.
    Memory,
    /// The file system reported an error.
    File,
    /// The bytes are not valid.
    Corrupt,
    /// The content hash does not match: the bytes are damaged or modified.
    Hash,
    /// Unsupported format version.
    Version,
    /// A pack of a different kind than requested.
    Kind,
    /// This machine is not supported.
    Host,
    /// A limit of the format is exceeded.
    Limit,
    /// Invalid values: not finite, out of range or duplicate.
    Data,
    /// The caller cancelled the call.
    Cancelled,
    /// A status of a newer library.
    Other(i32),
}

impl Status {
    fn of(status: c::MienStatus) -> Status {
        match status {
            c::MIEN_ERROR_ARGUMENT => Status::Argument,
            c::MIEN_ERROR_MEMORY => Status::Memory,
            c::MIEN_ERROR_FILE => Status::File,
            c::MIEN_ERROR_CORRUPT => Status::Corrupt,
            c::MIEN_ERROR_HASH => Status::Hash,
            c::MIEN_ERROR_VERSION => Status::Version,
            c::MIEN_ERROR_KIND => Status::Kind,
            c::MIEN_ERROR_HOST => Status::Host,
            c::MIEN_ERROR_LIMIT => Status::Limit,
            c::MIEN_ERROR_DATA => Status::Data,
            c::MIEN_ERROR_CANCELLED => Status::Cancelled,
            other => Status::Other(other),
        }
    }
}

/// What libmien refused, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of the failure.
    pub status: Status,
    /// "section PNAM", "byte 1024", the name of a member; may be empty.
    pub location: String,
    /// One sentence for the user.
    pub message: String,
    /// In a text file, from 1; 0 if unknown.
    pub line: i32,
    /// In a text file, from 1; 0 if unknown.
    pub column: i32,
    /// In a binary file, bytes; 0 if unknown.
    pub offset: usize,
    code: c::MienStatus,
}

/// A result with an [`Error`] of this crate.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(code: c::MienStatus, location: &str, message: &str) -> Error {
        let (location, message) = (location.into(), message.into());
        Error { status: Status::of(code), location, message, line: 0, column: 0, offset: 0, code }
    }

    pub(crate) fn argument(location: &str, message: &str) -> Error {
        Error::new(c::MIEN_ERROR_ARGUMENT, location, message)
    }

    fn of(code: c::MienStatus, e: &c::MienError) -> Error {
        // The library ends both texts with a zero.
        let (location, message) = unsafe { (text_of(e.location.as_ptr()), text_of(e.message.as_ptr())) };
        Error { line: e.line, column: e.column, offset: e.offset, ..Error::new(code, location, message) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(unsafe { text_of(c::mien_status_name(self.code)) })?;
        if !self.location.is_empty() {
            write!(out, " {}", self.location)?;
        }
        write!(out, ": {}", self.message)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

/// Calls a function that fills a MienError.
pub(crate) fn call(function: impl FnOnce(*mut c::MienError) -> c::MienStatus) -> Result<()> {
    let mut error = c::MienError::default();
    match function(&mut error) {
        c::MIEN_OK => Ok(()),
        status => Err(Error::of(status, &error)),
    }
}

/// Takes the status of a function without a MienError.
pub(crate) fn check(status: c::MienStatus, location: &str, message: &str) -> Result<()> {
    match status {
        c::MIEN_OK => Ok(()),
        status => Err(Error::new(status, location, message)),
    }
}

/// Runs a job; if it is refused, its validate function has the reason.
pub(crate) fn run<J>(
    job: &J,
    run: unsafe extern "C" fn(*const J) -> c::MienStatus,
    validate: unsafe extern "C" fn(*const J, *mut c::MienError) -> c::MienStatus,
) -> Result<()> {
    let status = unsafe { run(job) };
    if status == c::MIEN_OK {
        return Ok(());
    }
    call(|error| unsafe { validate(job, error) })?;
    check(status, "", "the job was refused")
}
