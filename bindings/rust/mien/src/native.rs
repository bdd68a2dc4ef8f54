// SPDX-License-Identifier: MIT

//! What the safe types are made of: handles, texts, slices and aligned memory.

use alloc::alloc::{alloc_zeroed, dealloc, handle_alloc_error, Layout};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr::{self, NonNull};
use mien_sys as c;

use crate::error::{call, Error, Result};

/// An opaque object of the library.
pub(crate) trait Object {
    unsafe fn destroy(pointer: *mut Self);
}

/// Objects that never change once they exist: any thread may read them.
pub(crate) trait Shared: Object {}

/// A pointer of the library and the lifetime of all that it refers to. The lifetime is part of
/// the type that is dropped, so that the compiler drops it before what it borrows.
pub(crate) struct Handle<'a, T: Object> {
    pointer: NonNull<T>,
    is_owner: bool,
    keeps: PhantomData<&'a ()>,
}

// An object belongs to one thread at a time and may move between threads.
unsafe impl<T: Object> Send for Handle<'_, T> {}
unsafe impl<T: Shared> Sync for Handle<'_, T> {}

impl<'a, T: Object> Handle<'a, T> {
    /// Takes what a create or load function gives.
    pub(crate) fn create(
        make: impl FnOnce(*mut *mut T, *mut c::MienError) -> c::MienStatus,
    ) -> Result<Handle<'a, T>> {
        let mut out = ptr::null_mut();
        call(|error| make(&mut out, error))?;
        let pointer = NonNull::new(out).ok_or_else(|| Error::argument("", "no object was made"))?;
        Ok(Handle { pointer, is_owner: true, keeps: PhantomData })
    }

    /// A handle of something that another object owns.
    ///
    /// # Safety
    /// The pointer is null or valid for 'a.
    pub(crate) unsafe fn borrow(pointer: *const T) -> Option<Handle<'a, T>> {
        let pointer = NonNull::new(pointer as *mut T)?;
        Some(Handle { pointer, is_owner: false, keeps: PhantomData })
    }

    pub(crate) fn pointer(&self) -> *const T {
        self.pointer.as_ptr()
    }

    pub(crate) fn pointer_mut(&mut self) -> *mut T {
        self.pointer.as_ptr()
    }
}

impl<T: Object> Drop for Handle<'_, T> {
    fn drop(&mut self) {
        if self.is_owner {
            unsafe { T::destroy(self.pointer.as_ptr()) }
        }
    }
}

/// A text with a terminating zero.
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub(crate) fn new(bytes: &[u8]) -> Result<Text> {
        if bytes.contains(&0) {
            return Err(Error::argument("", "a text contains a zero byte"));
        }
        let mut copy = Vec::with_capacity(bytes.len() + 1);
        copy.extend_from_slice(bytes);
        copy.push(0);
        Ok(Text(copy))
    }

    pub(crate) fn pointer(&self) -> *const c::c_char {
        self.0.as_ptr().cast()
    }
}

/// Texts that may be absent.
pub(crate) fn optional_text(text: Option<&str>) -> Result<Option<Text>> {
    text.map(|text| Text::new(text.as_bytes())).transpose()
}

pub(crate) fn optional_pointer(text: &Option<Text>) -> *const c::c_char {
    text.as_ref().map_or(ptr::null(), Text::pointer)
}

/// A text of the library.
///
/// # Safety
/// The pointer is null, or ends with a zero and is valid for 'a.
pub(crate) unsafe fn text_of<'a>(pointer: *const c::c_char) -> &'a str {
    if pointer.is_null() {
        return "";
    }
    let mut length = 0;
    while *pointer.add(length) != 0 {
        length += 1;
    }
    core::str::from_utf8(slice_of(pointer.cast(), length as c::c_int)).unwrap_or("")
}

/// An array of the library; null is an empty one.
///
/// # Safety
/// The pointer is null, or has count elements that are valid for 'a.
pub(crate) unsafe fn slice_of<'a, T>(pointer: *const T, count: c::c_int) -> &'a [T] {
    if pointer.is_null() || count <= 0 {
        return &[];
    }
    core::slice::from_raw_parts(pointer, count as usize)
}

/// An index for the library: -1, which it refuses, if it is too large.
pub(crate) fn int(index: usize) -> c::c_int {
    c::c_int::try_from(index).unwrap_or(-1)
}

/// An index or a count of the library: None for -1.
pub(crate) fn index_of(index: c::c_int) -> Option<usize> {
    usize::try_from(index).ok()
}

/// A count of the library.
pub(crate) fn count_of(count: c::c_int) -> usize {
    index_of(count).unwrap_or(0)
}

/// Looks a name up; a name with a zero byte is none.
pub(crate) fn find(name: &str, function: impl FnOnce(*const c::c_char) -> c::c_int) -> Option<usize> {
    let text = Text::new(name.as_bytes()).ok()?;
    index_of(function(text.pointer()))
}

/// Types of array elements.
///
/// # Safety
/// Zero bytes are a value of the type.
pub(crate) unsafe trait Plain: Copy {}
unsafe impl Plain for u8 {}
unsafe impl Plain for u32 {}
unsafe impl Plain for f32 {}
unsafe impl Plain for [f32; crate::TILE] {}
unsafe impl Plain for c::MienTransform {}
unsafe impl Plain for c::MienGraphEvent {}
unsafe impl Plain for c::c_int {}

/// Zeroed memory, 64-byte aligned, that stays where it is: the library may keep its address.
pub(crate) struct Block<T: Plain> {
    start: NonNull<T>,
    count: usize,
}

unsafe impl<T: Plain> Send for Block<T> {}
unsafe impl<T: Plain> Sync for Block<T> {}

impl<T: Plain> Block<T> {
    pub(crate) fn new(count: usize) -> Block<T> {
        let layout = Block::<T>::layout(count);
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }.cast::<T>());
        Block { start: start.unwrap_or_else(|| handle_alloc_error(layout)), count }
    }

    /// One byte at least: an allocation of nothing is not defined.
    fn layout(count: usize) -> Layout {
        let size = count.checked_mul(core::mem::size_of::<T>()).expect("the array fits into memory");
        Layout::from_size_align(size.max(1), 64).expect("the array fits into memory")
    }

    pub(crate) fn pointer(&self) -> *mut T {
        self.start.as_ptr()
    }

    pub(crate) fn slice(&self) -> &[T] {
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }

    pub(crate) fn slice_mut(&mut self) -> &mut [T] {
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }
}

impl<T: Plain> Drop for Block<T> {
    fn drop(&mut self) {
        unsafe { dealloc(self.start.as_ptr().cast(), Block::<T>::layout(self.count)) }
    }
}
