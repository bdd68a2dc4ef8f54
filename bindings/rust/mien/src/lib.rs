// SPDX-License-Identifier: MIT

//! One facial performance on every face: load packs, play clips and graphs, read bones.
//!
//! ```
//! use mien::{Actor, Bundle, File, Members, Options, Playback};
//!
//! # fn main() -> mien::Result<()> {
//! let file = File::read("cast.mien")?;
//! let bundle = Bundle::load(file.bytes())?;
//! let members = Members {
//!     skeleton: Some("ada.skeleton"),
//!     mesh: Some("pip.mesh"),
//!     poses: Some("pip.poses"),
//!     ..Members::default()
//! };
//! let clip = bundle.clip("sentence.clip")?;
//! let mut pip = Actor::load(&bundle, &members, &Options::default())?;
//! pip.play(&clip, &Playback::default())?;
//! let bones = pip.step(1.0 / 60.0)?;
//! assert_eq!(bones.len(), 68);
//! # Ok(())
//! # }
//! ```
//!
//! Assets borrow the bytes that they were loaded from, and an actor borrows its parts. What is
//! still in use cannot be dropped:
//!
//! ```compile_fail,E0505
//! # fn main() -> mien::Result<()> {
//! let file = mien::File::read("cast.mien")?;
//! let bundle = mien::Bundle::load(file.bytes())?;
//! drop(file); // the bundle borrows it
//! println!("{}", bundle.count());
//! # Ok(())
//! # }
//! ```
//!
//! ```compile_fail,E0597
//! # fn main() -> mien::Result<()> {
//! let file = mien::File::read("cast.mien")?;
//! let skeleton;
//! {
//!     let bundle = mien::Bundle::load(file.bytes())?;
//!     skeleton = bundle.skeleton("ada.skeleton")?; // must not outlive the bundle
//! }
//! println!("{}", skeleton.bone_count());
//! # Ok(())
//! # }
//! ```
//!
//! Failures are an [`Error`] with a status, a location and a sentence. Steps and runs never
//! allocate. Assets and bindings may be shared by threads; actors and crowds may move between
//! them. The same inputs give the same bits on every platform.

#![no_std]
#![warn(missing_docs)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod actor;
mod bindings;
mod crowd;
mod error;
pub mod math;
mod native;
mod packs;
mod records;

pub use actor::{Actor, Members, NodeTrace, Options, Parts, Playback};
pub use bindings::{ClipBinding, GraphBinding, MeshBinding, PoseBinding};
pub use crowd::{ClipSampler, Crowd, GraphCrowd, Lanes, PoseEvaluator};
pub use error::{Error, Result, Status};
pub use packs::{inspect, sha256, Bone, Bundle, Clip, File, Graph, GraphAsset, Member, Mesh, PoseAsset, Skeleton};
pub use records::*;

use mien_sys as c;

/// Characters per tile of a crowd.
pub const TILE: usize = c::MIEN_TILE as usize;
/// As a max LOD: present at every LOD.
pub const ALL_LODS: usize = c::MIEN_ALL_LODS as usize;
/// The version of the headers that this crate was made from.
pub const VERSION: &str = c::MIEN_VERSION;

/// The version of the library.
pub fn library_version() -> &'static str {
    unsafe { native::text_of(c::mien_version()) }
}

/// Names of the instruction sets that this processor and this library have.
pub fn isas() -> impl Iterator<Item = &'static str> {
    (c::MIEN_ISA_SCALAR..=c::MIEN_ISA_WASM128)
        .filter(|&isa| unsafe { c::mien_isa_is_available(isa) })
        .map(|isa| unsafe { native::text_of(c::mien_isa_name(isa)) })
}

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/rust.md")]
pub struct Page;
