// SPDX-License-Identifier: MIT

//! Calls of the library: text, structs by value, errors.

use mien_sys::*;
use std::ffi::CStr;

#[test]
fn the_library_has_the_version_of_the_headers() {
    let version = unsafe { CStr::from_ptr(mien_version()) };
    assert_eq!(version.to_str(), Ok(MIEN_VERSION));
}

#[test]
fn structs_pass_by_value() {
    let turn = MienQuat { x: 0.0, y: 0.0, z: 1.0, w: 0.0 };
    let v = unsafe { mien_quat_rotate(turn, MienVec3 { x: 1.0, y: 2.0, z: 3.0 }) };
    assert_eq!((v.x, v.y, v.z), (-1.0, -2.0, 3.0));
}

#[test]
fn damaged_bytes_are_refused_with_a_location() {
    let bytes = [0u8; 64];
    let mut bundle = std::ptr::null_mut();
    let mut error = MienError::default();
    let status = unsafe {
        mien_bundle_load(bytes.as_ptr().cast(), bytes.len(), std::ptr::null(), &mut bundle, &mut error)
    };
    assert_eq!((status, error.status), (MIEN_ERROR_CORRUPT, MIEN_ERROR_CORRUPT));
    assert!(bundle.is_null());
    assert_ne!(error.message[0], 0);
}
