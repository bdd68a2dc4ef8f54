// SPDX-License-Identifier: MIT

//! One character with everything it needs to run once per frame.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ptr;
use mien_sys as c;

use crate::bindings::{rows_of, MeshBinding};
use crate::error::{call, check, run, Error, Result};
use crate::native::{
    count_of, find, int, optional_pointer, optional_text, slice_of, Block, Handle, Object, Text,
};
use crate::packs::{rest_pointer, Bundle, Clip, Graph, GraphAsset, Mesh, PoseAsset, Skeleton};
use crate::records::{Finding, GraphEvent, Matrix34, Transform, Vec3};

impl Object for c::MienActor {
    unsafe fn destroy(pointer: *mut Self) {
        c::mien_actor_destroy(pointer)
    }
}

/// Names of an actor's parts in a bundle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Members<'a> {
    /// None: the only one in the bundle.
    pub skeleton: Option<&'a str>,
    /// For morphs, the palette and the rest pose.
    pub mesh: Option<&'a str>,
    /// A pose asset, or a graph.
    pub poses: Option<&'a str>,
    /// Its assets are found by its own paths.
    pub graph: Option<&'a str>,
}

/// Parts of an actor that you loaded.
#[derive(Debug)]
pub struct Parts<'a> {
    /// The bones and curves.
    pub skeleton: &'a Skeleton<'a>,
    /// For morphs, the palette and the rest pose.
    pub mesh: Option<&'a Mesh<'a>>,
    /// Applied one after another. Give these or a graph.
    pub poses: Vec<&'a PoseAsset<'a>>,
    /// Names its own clips and pose assets.
    pub graph: Option<&'a Graph<'a>>,
    /// For the graph's slots, in order; or none.
    pub assets: &'a [Option<GraphAsset<'a>>],
    /// A transform per bone, copied; None: the mesh's, or the skeleton's without a mesh.
    pub rest_pose: Option<&'a [Transform]>,
}

impl<'a> Parts<'a> {
    /// A skeleton alone: add the other parts.
    pub fn new(skeleton: &'a Skeleton<'a>) -> Parts<'a> {
        Parts { skeleton, mesh: None, poses: Vec::new(), graph: None, assets: &[], rest_pose: None }
    }
}

/// How to make an actor.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// 0 is the most detailed.
    pub lod: usize,
    /// Events of a graph that are kept per step, at most 65536.
    pub event_capacity: usize,
    /// Keep what every node of a graph does; costs time.
    pub has_trace: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { lod: 0, event_capacity: 64, has_trace: false }
    }
}

impl Options {
    fn c(&self, rest_pose: *const Transform) -> c::MienActorOptions {
        let (lod, event_capacity) = (int(self.lod), int(self.event_capacity));
        c::MienActorOptions { rest_pose, lod, event_capacity, has_trace: self.has_trace, ..Default::default() }
    }
}

/// How to play a clip.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    /// Where to start, seconds.
    pub time: f64,
    /// Seconds of the clip per second. To pause, step by 0.
    pub speed: f64,
    /// Start again at the end. Otherwise the last moment is held.
    pub loops: bool,
}

impl Default for Playback {
    fn default() -> Playback {
        Playback { time: 0.0, speed: 1.0, loops: false }
    }
}

/// Result of a graph's node in one step.
#[derive(Clone, Copy, Debug)]
pub struct NodeTrace<'a> {
    /// Relevant: it was evaluated. If false, all other fields are empty.
    pub is_live: bool,
    /// Its maximum weight in the output, 0 to 1.
    pub weight: f32,
    /// Time of a clip node.
    pub time: f64,
    /// Local transforms, per bone at the LOD.
    pub bones: &'a [Transform],
    /// Values in the skeleton's order.
    pub curves: &'a [f32],
    /// Of poses, targets or inputs, by type of node.
    pub weights: &'a [f32],
}

/// A character: a skeleton, and pose assets or a graph, and a mesh if it has one.
///
/// It borrows its parts, its bundle and its clip, so none of them can go before it.
pub struct Actor<'a> {
    handle: Handle<'a, c::MienActor>,
    event_capacity: usize,
    is_tracing: bool,
    traced_bones: c::c_int,
    input_poses: BTreeMap<usize, Block<Transform>>,
    skin_scratch: Option<Block<u8>>,
}

impl fmt::Debug for Actor<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Actor with {} bones", self.bone_count())
    }
}

impl<'a> Actor<'a> {
    /// An actor of parts that you loaded, in its rest pose.
    pub fn new(parts: &Parts<'a>, options: &Options) -> Result<Actor<'a>> {
        let poses: Vec<_> = parts.poses.iter().map(|asset| asset.c()).collect();
        let rows = rows_of(parts.assets);
        let desc = c::MienActorDesc {
            skeleton: parts.skeleton.c(),
            mesh: parts.mesh.map_or(ptr::null(), |mesh| mesh.c()),
            pose_asset_count: int(poses.len()),
            pose_assets: poses.as_ptr(),
            graph: parts.graph.map_or(ptr::null(), |graph| graph.c()),
            asset_count: int(rows.len()),
            assets: rows.as_ptr(),
            options: options.c(rest_pointer(parts.rest_pose, parts.skeleton)?),
        };
        Actor::start(options, |out, error| unsafe { c::mien_actor_create(&desc, out, error) })
    }

    /// An actor of parts of a bundle, by name.
    pub fn load(bundle: &'a Bundle<'_>, members: &Members<'_>, options: &Options) -> Result<Actor<'a>> {
        let (skeleton, mesh) = (optional_text(members.skeleton)?, optional_text(members.mesh)?);
        let (poses, graph) = (optional_text(members.poses)?, optional_text(members.graph)?);
        let members = c::MienActorMembers {
            skeleton: optional_pointer(&skeleton),
            mesh: optional_pointer(&mesh),
            poses: optional_pointer(&poses),
            graph: optional_pointer(&graph),
        };
        let native = options.c(ptr::null());
        Actor::start(options, |out, error| unsafe {
            c::mien_actor_load(bundle.c(), &members, &native, out, error)
        })
    }

    fn start(
        options: &Options,
        make: impl FnOnce(*mut *mut c::MienActor, *mut c::MienError) -> c::MienStatus,
    ) -> Result<Actor<'a>> {
        Ok(Actor {
            handle: Handle::create(make)?,
            event_capacity: options.event_capacity,
            is_tracing: options.has_trace,
            traced_bones: 0,
            input_poses: BTreeMap::new(),
            skin_scratch: None,
        })
    }

    fn c(&self) -> *const c::MienActor {
        self.handle.pointer()
    }

    fn c_mut(&mut self) -> *mut c::MienActor {
        self.handle.pointer_mut()
    }

    /// Plays a clip from now on. A graph plays its own clips.
    pub fn play(&mut self, clip: &'a Clip<'_>, playback: &Playback) -> Result<()> {
        self.set_clip(clip.c(), playback)
    }

    /// Plays a clip of a bundle, which the actor loads and owns until it plays another.
    pub fn play_member(&mut self, bundle: &'a Bundle<'_>, name: &str, playback: &Playback) -> Result<()> {
        let (name, options) = (Text::new(name.as_bytes())?, clip_options(playback));
        let actor = self.c_mut();
        call(|error| unsafe { c::mien_actor_load_clip(actor, bundle.c(), name.pointer(), &options, error) })
    }

    /// Plays no clip from now on.
    pub fn stop(&mut self) -> Result<()> {
        self.set_clip(ptr::null(), &Playback::default())
    }

    fn set_clip(&mut self, clip: *const c::MienClip, playback: &Playback) -> Result<()> {
        let (actor, options) = (self.c_mut(), clip_options(playback));
        call(|error| unsafe { c::mien_actor_set_clip(actor, clip, &options, error) })
    }

    /// The time of the clip, seconds; 0 with a graph.
    pub fn time(&self) -> f64 {
        unsafe { c::mien_actor_time(self.c()) }
    }

    /// Moves the clip to a time. The next step starts there.
    pub fn set_time(&mut self, time: f64) {
        unsafe { c::mien_actor_set_time(self.c_mut(), time) }
    }

    /// Gives a curve a live value, which replaces the clip's.
    pub fn set_curve(&mut self, curve: usize, value: f32) -> Result<()> {
        let status = unsafe { c::mien_actor_set_curve(self.c_mut(), int(curve), value) };
        check(status, "", "the skeleton has no curve of this index")
    }

    /// The same by name, which is looked up: keep the index where speed counts.
    pub fn set_curve_named(&mut self, name: &str, value: f32) -> Result<()> {
        let text = Text::new(name.as_bytes())?;
        let status = unsafe { c::mien_actor_set_curve_named(self.c_mut(), text.pointer(), value) };
        check(status, name, "the skeleton has no curve of this name")
    }

    /// Removes a live value: the clip's counts.
    pub fn remove_curve(&mut self, curve: usize) {
        unsafe { c::mien_curve_set_remove(&c::mien_actor_inputs(self.c_mut()), int(curve)) }
    }

    /// Removes all live values.
    pub fn clear_curves(&mut self) {
        unsafe { c::mien_curve_set_clear(&c::mien_actor_inputs(self.c_mut())) }
    }

    /// Sets a float, int or bool parameter of the graph.
    pub fn set_number(&mut self, parameter: &str, value: f32) -> Result<()> {
        let text = Text::new(parameter.as_bytes())?;
        let status = unsafe { c::mien_actor_set_number(self.c_mut(), text.pointer(), value) };
        check(status, parameter, "the graph has no parameter of this name that takes a number")
    }

    /// Sets a name or mask parameter of the graph.
    pub fn set_text(&mut self, parameter: &str, value: &str) -> Result<()> {
        let (text, value) = (Text::new(parameter.as_bytes())?, Text::new(value.as_bytes())?);
        let status = unsafe { c::mien_actor_set_text(self.c_mut(), text.pointer(), value.pointer()) };
        check(status, parameter, "the graph has no parameter of this name that takes this text")
    }

    fn node(&mut self, id: &str) -> Result<(*mut c::MienGraphInstance, c::c_int)> {
        let (instance, graph) = unsafe { (c::mien_actor_instance(self.c_mut()), c::mien_actor_graph(self.c())) };
        if instance.is_null() || graph.is_null() {
            return Err(Error::argument(id, "this actor has no graph"));
        }
        let node = find(id, |id| unsafe { c::mien_graph_find_node(graph, id) });
        Ok((instance, int(node.ok_or_else(|| Error::argument(id, "the graph has no node of this id"))?)))
    }

    /// Time of a clip node of the graph, seconds.
    pub fn node_time(&mut self, id: &str) -> Result<f64> {
        let (instance, node) = self.node(id)?;
        Ok(unsafe { c::mien_graph_instance_time(instance, node) })
    }

    /// Moves a clip node of the graph to a time.
    pub fn set_node_time(&mut self, id: &str, time: f64) -> Result<()> {
        let (instance, node) = self.node(id)?;
        check(unsafe { c::mien_graph_instance_set_time(instance, node, time) }, id, "this is not a clip node")
    }

    /// Sets the pose of an input pose node, a transform per bone of the skeleton, which are copied; None: none.
    pub fn set_input_pose(&mut self, id: &str, bones: Option<&[Transform]>, weight: f32) -> Result<()> {
        let (instance, _) = self.node(id)?;
        let graph = unsafe { c::mien_actor_graph(self.c()) };
        let index = find(id, |id| unsafe { c::mien_graph_find_input_pose(graph, id) })
            .ok_or_else(|| Error::argument(id, "this is not an input pose node"))?;
        let copy = match bones {
            None => None,
            Some(bones) if bones.len() == self.skeleton().bone_count() => {
                let mut block = Block::new(bones.len());
                block.slice_mut().copy_from_slice(bones);
                Some(block)
            }
            Some(_) => return Err(Error::argument(id, "a pose needs a transform per bone of the skeleton")),
        };
        let pointer = copy.as_ref().map_or(ptr::null(), |block| block.pointer() as *const Transform);
        let status =
            unsafe { c::mien_graph_instance_set_input_pose(instance, int(index), pointer, ptr::null(), weight) };
        check(status, id, "the graph refused the pose")?;
        match copy {
            Some(block) => self.input_poses.insert(index, block),
            None => self.input_poses.remove(&index),
        };
        Ok(())
    }

    /// Lets seconds pass, then evaluates. Gives the bones. Never allocates.
    pub fn step(&mut self, seconds: f64) -> Result<&[Transform]> {
        check(unsafe { c::mien_actor_step(self.c_mut(), seconds) }, "", "the step was refused")?;
        if self.is_tracing {
            self.traced_bones = unsafe { c::mien_actor_bone_count(self.c()) };
        }
        Ok(self.bones())
    }

    /// Goes back to the start: clip time 0, the graph as it was created. Live values stay.
    pub fn restart(&mut self) {
        unsafe { c::mien_actor_restart(self.c_mut()) }
    }

    /// Changes the LOD from the next step on. Bones that it lacks return to rest.
    pub fn set_lod(&mut self, lod: usize) {
        unsafe { c::mien_actor_set_lod(self.c_mut(), int(lod)) }
    }

    /// Switches the trace on and off, if the actor has one.
    pub fn set_tracing(&mut self, is_on: bool) {
        self.is_tracing = is_on;
        unsafe { c::mien_actor_set_tracing(self.c_mut(), is_on) }
    }

    /// Local transforms, one per bone of the skeleton.
    pub fn bones(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_actor_bones(self.c()), int(self.skeleton().bone_count())) }
    }

    /// Number of bones at the LOD. The others are at rest.
    pub fn bone_count(&self) -> usize {
        count_of(unsafe { c::mien_actor_bone_count(self.c()) })
    }

    /// Values of the skeleton's curves after the last step.
    pub fn curves(&self) -> &[f32] {
        let set = unsafe { c::mien_actor_curves(self.c()) };
        unsafe { slice_of(set.values, set.count) }
    }

    /// The value of a curve after the last step; None if it is absent.
    pub fn curve(&self, curve: usize) -> Option<f32> {
        let set = unsafe { c::mien_actor_curves(self.c()) };
        unsafe { c::mien_curve_set_has(&set, int(curve)).then(|| c::mien_curve_set_value(&set, int(curve))) }
    }

    /// Weights of the mesh's morph targets; empty without a mesh.
    pub fn morphs(&self) -> &[f32] {
        let count = self.mesh().map_or(0, |mesh| mesh.info().morph_count);
        unsafe { slice_of(c::mien_actor_morphs(self.c()), count) }
    }

    /// Weights of a pose asset's poses; empty if there is no such pose asset.
    pub fn weights(&self, pose_asset: usize) -> &[f32] {
        let asset = unsafe { c::mien_actor_pose_asset(self.c(), int(pose_asset)) };
        if asset.is_null() {
            return &[];
        }
        unsafe {
            let count = c::mien_pose_asset_info(asset).pose_count;
            slice_of(c::mien_actor_weights(self.c(), int(pose_asset)), count)
        }
    }

    /// Model matrices, one per bone, computed on the first call after a step.
    pub fn model(&mut self) -> &[Matrix34] {
        let count = int(self.skeleton().bone_count());
        unsafe { slice_of(c::mien_actor_model(self.c_mut()), count) }
    }

    /// Skinning matrices, one per joint of the mesh, computed on the first call after a step; empty
    /// without a mesh.
    pub fn palette(&mut self) -> &[Matrix34] {
        let count = self.mesh().map_or(0, |mesh| mesh.info().joint_count);
        unsafe { slice_of(c::mien_actor_palette(self.c_mut()), count) }
    }

    /// Events that the graph's clips crossed in the last step, at most event_capacity.
    pub fn events(&self) -> impl Iterator<Item = GraphEvent<'_>> {
        let mut count = 0;
        let events = unsafe { c::mien_actor_events(self.c(), &mut count) };
        let rows = unsafe { slice_of(events, count.min(int(self.event_capacity))) };
        rows.iter().map(|row| unsafe { GraphEvent::of(row) })
    }

    /// What a node of the graph did in the last step that was traced; None without a trace.
    pub fn trace(&self, node: usize) -> Option<NodeTrace<'_>> {
        let trace = unsafe { c::mien_actor_trace(self.c()) };
        if trace.is_null() {
            return None;
        }
        let s = unsafe { c::mien_graph_trace_node(trace, int(node)) };
        Some(NodeTrace {
            is_live: s.is_live,
            weight: s.weight,
            time: s.time,
            bones: unsafe { slice_of(s.bones, self.traced_bones) },
            curves: unsafe { slice_of(s.curves.values, s.curves.count) },
            weights: unsafe { slice_of(s.weights, s.weight_count) },
        })
    }

    /// Writes positions and normals of the posed mesh. The vectors get the mesh's number of vertices;
    /// normals become empty if the mesh has none. Allocates the first time.
    pub fn skin(&mut self, positions: &mut Vec<Vec3>, normals: &mut Vec<Vec3>) -> Result<()> {
        let mesh = unsafe { c::mien_actor_mesh(self.c()) };
        if mesh.is_null() {
            return Err(Error::argument("", "this actor has no mesh"));
        }
        let (info, size) = unsafe { (c::mien_mesh_info(mesh), c::mien_skin_job_scratch_size(mesh)) };
        positions.resize(count_of(info.vertex_count), Vec3::default());
        normals.resize(if info.has_normals { count_of(info.vertex_count) } else { 0 }, Vec3::default());
        let palette = unsafe { c::mien_actor_palette(self.c_mut()) };
        let scratch = self.skin_scratch.get_or_insert_with(|| Block::new(size)).pointer();
        let job = c::MienSkinJob {
            mesh,
            joint_count: info.joint_count,
            palette,
            morph_count: info.morph_count,
            weights: unsafe { c::mien_actor_morphs(self.c()) },
            first_vertex: 0,
            vertex_count: info.vertex_count,
            out_positions: positions.as_mut_ptr(),
            out_normals: if info.has_normals { normals.as_mut_ptr() } else { ptr::null_mut() },
            scratch: scratch.cast(),
            scratch_size: size,
        };
        run(&job, c::mien_skin_job_run, c::mien_skin_job_validate)
    }

    /// The skeleton.
    pub fn skeleton(&self) -> Skeleton<'_> {
        let pointer = unsafe { c::mien_actor_skeleton(self.c()) };
        Skeleton { handle: unsafe { Handle::borrow(pointer) }.expect("an actor has a skeleton") }
    }

    /// The mesh.
    pub fn mesh(&self) -> Option<Mesh<'_>> {
        Some(Mesh { handle: unsafe { Handle::borrow(c::mien_actor_mesh(self.c())) }? })
    }

    /// The mesh on the skeleton.
    pub fn mesh_binding(&self) -> Option<MeshBinding<'_>> {
        unsafe { MeshBinding::borrow(c::mien_actor_mesh_binding(self.c()), self.skeleton().bone_count()) }
    }

    /// The graph.
    pub fn graph(&self) -> Option<Graph<'_>> {
        Some(Graph { handle: unsafe { Handle::borrow(c::mien_actor_graph(self.c())) }? })
    }

    /// The clip that plays.
    pub fn clip(&self) -> Option<Clip<'_>> {
        Some(Clip { handle: unsafe { Handle::borrow(c::mien_actor_clip(self.c())) }? })
    }

    /// A pose asset by index; none with a graph.
    pub fn pose_asset(&self, index: usize) -> Option<PoseAsset<'_>> {
        let pointer = unsafe { c::mien_actor_pose_asset(self.c(), int(index)) };
        Some(PoseAsset { handle: unsafe { Handle::borrow(pointer) }? })
    }

    /// The rest pose: a local transform per bone of the skeleton.
    pub fn rest_pose(&self) -> &[Transform] {
        unsafe { slice_of(c::mien_actor_rest_pose(self.c()), int(self.skeleton().bone_count())) }
    }

    /// What does not fit: rows of the mesh, the pose assets, the graph and the clip.
    pub fn report(&self) -> impl Iterator<Item = Finding<'_>> {
        let count = unsafe { c::mien_actor_report_count(self.c()) };
        (0..count).map(move |row| unsafe { Finding::of(c::mien_actor_report(self.c(), row)) })
    }
}

fn clip_options(playback: &Playback) -> c::MienActorClipOptions {
    c::MienActorClipOptions { time: playback.time, speed: playback.speed, loops: playback.loops }
}
