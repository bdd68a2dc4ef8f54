// SPDX-License-Identifier: MIT

//! Many characters at once, and single jobs without an actor.

use alloc::vec::Vec;
use core::ptr;
use mien_sys as c;

use crate::bindings::{ClipBinding, GraphBinding, PoseBinding};
use crate::error::{check, run, Error, Result};
use crate::native::{count_of, int, Block, Text};
use crate::packs::{Clip, PoseAsset};
use crate::records::{GraphEvent, Transform};
use crate::TILE;

const CHANNELS: usize = c::MIEN_TILE_CHANNELS as usize;

/// A number of 16 characters.
pub type Lanes = [f32; TILE];

/// Numbers of many characters, in tiles of 16: rows of one tile, then those of the next.
struct Tiles {
    rows: usize,
    block: Block<Lanes>,
}

impl Tiles {
    fn new(characters: usize, rows: usize) -> Tiles {
        let tiles = (characters + TILE - 1) / TILE;
        Tiles { rows, block: Block::new(tiles.checked_mul(rows).expect("the crowd fits into memory")) }
    }

    fn pointer(&self) -> *mut f32 {
        self.block.pointer().cast()
    }

    /// The floats of a character's tile.
    fn tile(&self, character: usize) -> *mut f32 {
        unsafe { self.block.pointer().add(character / TILE * self.rows).cast() }
    }

    /// A copy of a character's bones.
    fn pose(&self, character: usize) -> Vec<Transform> {
        let bones = self.rows / CHANNELS;
        let mut pose = Vec::new();
        pose.resize(bones, Transform::default());
        let lane = int(character % TILE);
        unsafe { c::mien_tile_read(self.tile(character), int(bones), lane, pose.as_mut_ptr()) };
        pose
    }
}

fn check_character(character: usize, count: usize) -> Result<()> {
    if character < count {
        return Ok(());
    }
    Err(Error::argument("", "there is no character of this index"))
}

/// Many characters with one pose asset. Set curves, run, read bones: the same bits as an actor of each.
pub struct Crowd<'a> {
    binding: &'a PoseBinding<'a>,
    count: usize,
    lod: usize,
    input: Tiles,
    bones: Tiles,
    curves: Tiles,
    out_curves: Tiles,
    scratch: Block<u8>,
    scratch_size: usize,
}

impl<'a> Crowd<'a> {
    /// A crowd in its rest pose.
    pub fn new(binding: &'a PoseBinding<'a>, count: usize, lod: usize) -> Crowd<'a> {
        let bones = binding.skeleton.bone_count_at(lod);
        let curves = binding.skeleton.curve_count();
        let scratch_size = unsafe { c::mien_crowd_job_scratch_size(binding.asset.c()) };
        let mut crowd = Crowd {
            binding,
            count,
            lod,
            input: Tiles::new(count, bones * CHANNELS),
            bones: Tiles::new(count, bones * CHANNELS),
            curves: Tiles::new(count, curves),
            out_curves: Tiles::new(count, curves),
            scratch: Block::new(scratch_size),
            scratch_size,
        };
        for character in 0..(count + TILE - 1) / TILE * TILE {
            crowd.write_input(character, binding.skeleton.rest_pose());
        }
        crowd
    }

    fn bone_count(&self) -> usize {
        self.bones.rows / CHANNELS
    }

    /// Callers check the length of the pose.
    fn write_input(&mut self, character: usize, pose: &[Transform]) {
        let (bones, lane) = (int(self.bone_count()), int(character % TILE));
        unsafe { c::mien_tile_write(self.input.tile(character), bones, lane, pose.as_ptr()) };
    }

    /// The pose that a character starts from, a transform per bone at the LOD; the rest pose by default.
    pub fn set_input(&mut self, character: usize, pose: &[Transform]) -> Result<()> {
        check_character(character, self.count)?;
        if pose.len() < self.bone_count() {
            return Err(Error::argument("pose", "a pose needs a transform per bone of the LOD"));
        }
        self.write_input(character, pose);
        Ok(())
    }

    /// Sets a curve of a character; 0 is absent.
    pub fn set_curve(&mut self, character: usize, curve: usize, value: f32) -> Result<()> {
        check_character(character, self.count)?;
        if curve >= self.curves.rows {
            return Err(Error::argument("", "the skeleton has no curve of this index"));
        }
        self.curves.block.slice_mut()[character / TILE * self.curves.rows + curve][character % TILE] = value;
        Ok(())
    }

    /// Evaluates all characters. Never allocates.
    pub fn run(&mut self) -> Result<()> {
        let job = c::MienCrowdJob {
            asset: self.binding.asset.c(),
            binding: self.binding.c(),
            lod: int(self.lod),
            character_count: int(self.count),
            bone_count: int(self.bone_count()),
            input: self.input.pointer(),
            out_bones: self.bones.pointer(),
            curve_count: int(self.curves.rows),
            curves: self.curves.pointer(),
            out_curves: self.out_curves.pointer(),
            scratch: self.scratch.pointer().cast(),
            scratch_size: self.scratch_size,
            ..Default::default()
        };
        run(&job, c::mien_crowd_job_run, c::mien_crowd_job_validate)
    }

    /// Curves to write: rows of all curves of 16 characters, then those of the next 16.
    pub fn curves_mut(&mut self) -> &mut [Lanes] {
        self.curves.block.slice_mut()
    }

    /// Curves after the poses, in the same order.
    pub fn out_curves(&self) -> &[Lanes] {
        self.out_curves.block.slice()
    }

    /// Bones: ten rows per bone (rotation x y z w, translation x y z, scale x y z) of 16 characters.
    pub fn bones(&self) -> &[Lanes] {
        self.bones.block.slice()
    }

    /// A copy of a character's bones.
    pub fn pose(&self, character: usize) -> Result<Vec<Transform>> {
        check_character(character, self.count)?;
        Ok(self.bones.pose(character))
    }
}

/// Many characters with one graph, each with its own state, parameters and live curves.
pub struct GraphCrowd<'a> {
    binding: &'a GraphBinding<'a>,
    lod: usize,
    instances: Vec<*mut c::MienGraphInstance>,
    bones: Tiles,
    curves: Tiles,
    live: Block<f32>,
    present: Block<u32>,
    events: Block<c::MienGraphEvent>,
    event_owners: Block<c::c_int>,
    event_count: usize,
    scratch: Block<u8>,
    scratch_size: usize,
    _memory: Block<u8>, // of the instances
}

// The instances lie in memory that the crowd owns.
unsafe impl Send for GraphCrowd<'_> {}

impl<'a> GraphCrowd<'a> {
    /// A crowd in its initial state. event_capacity: events that are kept per step.
    pub fn new(binding: &'a GraphBinding<'a>, count: usize, lod: usize, event_capacity: usize) -> Result<Self> {
        let (bones, curves) = (binding.skeleton.bone_count_at(lod), binding.skeleton.curve_count());
        let scratch_size = unsafe { c::mien_graph_batch_job_scratch_size(binding.c()) };
        let words = count_of(unsafe { c::mien_curve_set_words(int(curves)) });
        let size = unsafe { c::mien_graph_instance_size(binding.c()) };
        let step = (size + 63) / 64 * 64;
        let memory = Block::<u8>::new(step.checked_mul(count).expect("the crowd fits into memory"));
        let mut crowd = GraphCrowd {
            binding,
            lod,
            instances: Vec::with_capacity(count),
            bones: Tiles::new(count, bones * CHANNELS),
            curves: Tiles::new(count, curves),
            live: Block::new(count * curves),
            present: Block::new(count * words),
            events: Block::new(event_capacity),
            event_owners: Block::new(event_capacity),
            event_count: 0,
            scratch: Block::new(scratch_size),
            scratch_size,
            _memory: memory,
        };
        for character in 0..count {
            let start = unsafe { crowd._memory.pointer().add(step * character) };
            crowd.add(start, size)?;
        }
        Ok(crowd)
    }

    fn add(&mut self, memory: *mut u8, size: usize) -> Result<()> {
        let instance = unsafe { c::mien_graph_instance_init(self.binding.c(), memory.cast(), size) };
        if instance.is_null() {
            return Err(Error::argument("", "the graph's instance could not be made"));
        }
        let set = self.live_set(self.instances.len());
        self.instances.push(instance);
        for input in 0..self.binding.graph.info().live_input_count {
            let status = unsafe { c::mien_graph_instance_set_live_input(instance, input, &set) };
            check(status, "", "the live input was refused")?;
        }
        Ok(())
    }

    /// The live curves of a character.
    fn live_set(&self, character: usize) -> c::MienCurveSet {
        let words = count_of(unsafe { c::mien_curve_set_words(int(self.curves.rows)) });
        unsafe {
            c::MienCurveSet {
                count: int(self.curves.rows),
                values: self.live.pointer().add(character * self.curves.rows),
                present: self.present.pointer().add(character * words),
            }
        }
    }

    /// Gives a curve of a character a live value in every live input; None removes it.
    pub fn set_curve(&mut self, character: usize, curve: usize, value: Option<f32>) -> Result<()> {
        check_character(character, self.instances.len())?;
        let set = self.live_set(character);
        match value {
            Some(value) => unsafe { c::mien_curve_set_put(&set, int(curve), value) },
            None => unsafe { c::mien_curve_set_remove(&set, int(curve)) },
        }
        Ok(())
    }

    fn parameter(&self, character: usize, name: &str) -> Result<(*mut c::MienGraphInstance, c::c_int)> {
        check_character(character, self.instances.len())?;
        let index = self.binding.graph.parameter(name);
        let index = index.ok_or_else(|| Error::argument(name, "the graph has no parameter of this name"))?;
        Ok((self.instances[character], int(index)))
    }

    /// Sets a float, int or bool parameter of a character's graph.
    pub fn set_number(&mut self, character: usize, name: &str, value: f32) -> Result<()> {
        let (instance, index) = self.parameter(character, name)?;
        let status = unsafe { c::mien_graph_instance_set_number(instance, index, value) };
        check(status, name, "the parameter takes no number")
    }

    /// Sets a name or mask parameter of a character's graph.
    pub fn set_text(&mut self, character: usize, name: &str, value: &str) -> Result<()> {
        let ((instance, index), value) = (self.parameter(character, name)?, Text::new(value.as_bytes())?);
        let status = unsafe { c::mien_graph_instance_set_text(instance, index, value.pointer()) };
        check(status, name, "the parameter does not take this text")
    }

    /// Lets seconds pass for all characters, then evaluates. Never allocates.
    pub fn step(&mut self, seconds: f64) -> Result<()> {
        let mut event_count = 0;
        let job = c::MienGraphBatchJob {
            binding: self.binding.c(),
            instance_count: int(self.instances.len()),
            instances: self.instances.as_ptr(),
            step: seconds,
            lod: int(self.lod),
            bone_count: int(self.bones.rows / CHANNELS),
            out_bones: self.bones.pointer(),
            curve_count: int(self.curves.rows),
            out_curves: self.curves.pointer(),
            out_present: ptr::null_mut(),
            event_capacity: int(self.events.slice().len()),
            out_events: self.events.pointer(),
            out_event_owners: self.event_owners.pointer(),
            out_event_count: &mut event_count,
            scratch: self.scratch.pointer().cast(),
            scratch_size: self.scratch_size,
        };
        run(&job, c::mien_graph_batch_job_run, c::mien_graph_batch_job_validate)?;
        self.event_count = count_of(event_count).min(self.events.slice().len());
        Ok(())
    }

    /// Final curves: rows of all curves of 16 characters, then those of the next 16; 0 if absent.
    pub fn curves(&self) -> &[Lanes] {
        self.curves.block.slice()
    }

    /// Bones: ten rows per bone (rotation x y z w, translation x y z, scale x y z) of 16 characters.
    pub fn bones(&self) -> &[Lanes] {
        self.bones.block.slice()
    }

    /// A copy of a character's bones.
    pub fn pose(&self, character: usize) -> Result<Vec<Transform>> {
        check_character(character, self.instances.len())?;
        Ok(self.bones.pose(character))
    }

    /// Characters and the events that they crossed in the last step.
    pub fn events(&self) -> impl Iterator<Item = (usize, GraphEvent<'_>)> {
        let owners = self.event_owners.slice().iter().map(|&owner| count_of(owner));
        let events = self.events.slice().iter().map(|event| unsafe { GraphEvent::of(event) });
        owners.zip(events).take(self.event_count)
    }
}

/// Samples a clip at any time, in its own order or in that of a skeleton.
pub struct ClipSampler<'a> {
    clip: &'a Clip<'a>,
    binding: Option<&'a ClipBinding<'a>>,
    cursor: *mut c::MienClipCursor,
    curves: Block<f32>,
    bones: Block<Transform>,
    _memory: Block<u8>, // of the cursor
}

// The cursor lies in memory that the sampler owns.
unsafe impl Send for ClipSampler<'_> {}

impl<'a> ClipSampler<'a> {
    /// In the clip's order: curve i is its curve i, bone i its track i.
    pub fn new(clip: &'a Clip<'a>) -> ClipSampler<'a> {
        let info = clip.info();
        ClipSampler::start(clip, None, info.curve_count, info.track_count)
    }

    /// In the skeleton's order. Bones without a track keep the rest pose.
    pub fn bound(binding: &'a ClipBinding<'a>) -> ClipSampler<'a> {
        let skeleton = binding.skeleton;
        let (curves, bones) = (skeleton.curve_count(), skeleton.bone_count());
        let mut sampler = ClipSampler::start(binding.clip, Some(binding), curves, bones);
        sampler.bones.slice_mut().copy_from_slice(skeleton.rest_pose());
        sampler
    }

    fn start(clip: &'a Clip<'a>, binding: Option<&'a ClipBinding<'a>>, curves: usize, bones: usize) -> Self {
        let size = unsafe { c::mien_clip_cursor_size(clip.c()) };
        let memory = Block::<u8>::new(size);
        let cursor = unsafe { c::mien_clip_cursor_init(clip.c(), memory.pointer().cast(), size) };
        ClipSampler { clip, binding, cursor, curves: Block::new(curves), bones: Block::new(bones), _memory: memory }
    }

    /// Samples at a time in seconds. Gives the curves. Never allocates.
    pub fn sample(&mut self, time: f64) -> Result<&[f32]> {
        let job = c::MienClipJob {
            clip: self.clip.c(),
            binding: self.binding.map_or(ptr::null(), |binding| binding.c()),
            cursor: self.cursor,
            time,
            out_curves: curve_set(&self.curves),
            bone_count: int(self.bones.slice().len()),
            out_bones: self.bones.pointer(),
        };
        run(&job, c::mien_clip_job_run, c::mien_clip_job_validate)?;
        Ok(self.curves())
    }

    /// Curves after the last sample.
    pub fn curves(&self) -> &[f32] {
        self.curves.slice()
    }

    /// Local transforms after the last sample.
    pub fn bones(&self) -> &[Transform] {
        self.bones.slice()
    }
}

fn curve_set(values: &Block<f32>) -> c::MienCurveSet {
    c::MienCurveSet { count: int(values.slice().len()), values: values.pointer(), present: ptr::null_mut() }
}

/// Evaluates a pose asset from curves or from pose weights, in its own order or in that of a skeleton.
pub struct PoseEvaluator<'a> {
    asset: &'a PoseAsset<'a>,
    binding: Option<&'a PoseBinding<'a>>,
    input: Block<Transform>,
    bones: Block<Transform>,
    curves: Block<f32>,
    out_curves: Block<f32>,
    weights: Block<f32>,
    scratch: Block<u8>,
    scratch_size: usize,
}

impl<'a> PoseEvaluator<'a> {
    /// In the asset's order: curves are its curve-driven poses, then the curves that poses set.
    pub fn new(asset: &'a PoseAsset<'a>) -> PoseEvaluator<'a> {
        let info = asset.info();
        let curves = count_of(info.driven_pose_count) + count_of(info.curve_count);
        PoseEvaluator::start(asset, None, curves, asset.base())
    }

    /// In the skeleton's order.
    pub fn bound(binding: &'a PoseBinding<'a>) -> PoseEvaluator<'a> {
        let skeleton = binding.skeleton;
        PoseEvaluator::start(binding.asset, Some(binding), skeleton.curve_count(), skeleton.rest_pose())
    }

    fn start(
        asset: &'a PoseAsset<'a>,
        binding: Option<&'a PoseBinding<'a>>,
        curves: usize,
        rest: &[Transform],
    ) -> PoseEvaluator<'a> {
        let scratch_size = unsafe { c::mien_pose_job_scratch_size(asset.c()) };
        let mut input = Block::new(rest.len());
        input.slice_mut().copy_from_slice(rest);
        PoseEvaluator {
            asset,
            binding,
            input,
            bones: Block::new(rest.len()),
            curves: Block::new(curves),
            out_curves: Block::new(curves),
            weights: Block::new(count_of(asset.info().pose_count)),
            scratch: Block::new(scratch_size),
            scratch_size,
        }
    }

    /// Curves that drive poses: write here, then [`PoseEvaluator::run`].
    pub fn curves_mut(&mut self) -> &mut [f32] {
        self.curves.slice_mut()
    }

    /// Evaluates from the curves. Gives the bones. Never allocates.
    pub fn run(&mut self) -> Result<&[Transform]> {
        self.evaluate(ptr::null(), 0)
    }

    /// Evaluates from indices of poses and their weights instead of curves. Gives the bones.
    pub fn run_weights(&mut self, weights: &[(usize, f32)]) -> Result<&[Transform]> {
        let rows: Vec<_> = weights.iter().map(|&(pose, weight)| c::MienPoseWeight { pose: int(pose), weight }).collect();
        self.evaluate(rows.as_ptr(), int(rows.len()))
    }

    fn evaluate(&mut self, weights: *const c::MienPoseWeight, weight_count: c::c_int) -> Result<&[Transform]> {
        let job = c::MienPoseJob {
            asset: self.asset.c(),
            binding: self.binding.map_or(ptr::null(), |binding| binding.c()),
            bone_count: int(self.bones.slice().len()),
            input: self.input.pointer(),
            out_bones: self.bones.pointer(),
            curves: curve_set(&self.curves),
            out_curves: curve_set(&self.out_curves),
            weights,
            weight_count,
            out_weights: self.weights.pointer(),
            scratch: self.scratch.pointer().cast(),
            scratch_size: self.scratch_size,
            ..Default::default()
        };
        run(&job, c::mien_pose_job_run, c::mien_pose_job_validate)?;
        Ok(self.bones())
    }

    /// Local transforms after the last run.
    pub fn bones(&self) -> &[Transform] {
        self.bones.slice()
    }

    /// Curves after the poses.
    pub fn out_curves(&self) -> &[f32] {
        self.out_curves.slice()
    }

    /// Final weight of each pose.
    pub fn weights(&self) -> &[f32] {
        self.weights.slice()
    }
}
