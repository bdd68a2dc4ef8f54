// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

using System;
using System.Runtime.InteropServices;

namespace Mien
{
    /// <summary>bool of C: one byte.</summary>
    public struct NativeBool
    {
        private byte value;
        public static implicit operator bool(NativeBool b) { return b.value != 0; }
        public static implicit operator NativeBool(bool b) { return new NativeBool { value = (byte)(b ? 1 : 0) }; }
    }

    /// <summary>Result of a call. Zero is success.</summary>
    public enum MienStatus
    {
        MIEN_OK = 0,
        /// <summary>Invalid call: NULL, or a count or index out of range.</summary>
        MIEN_ERROR_ARGUMENT = 1,
        /// <summary>The allocator returned NULL.</summary>
        MIEN_ERROR_MEMORY = 2,
        /// <summary>The file system reported an error.</summary>
        MIEN_ERROR_FILE = 3,
        /// <summary>The bytes are not valid.</summary>
        MIEN_ERROR_CORRUPT = 4,
        /// <summary>The content hash does not match: the bytes are damaged or modified.</summary>
        MIEN_ERROR_HASH = 5,
        /// <summary>Unsupported format version.</summary>
        MIEN_ERROR_VERSION = 6,
        /// <summary>A pack of a different kind than requested.</summary>
        MIEN_ERROR_KIND = 7,
        /// <summary>This machine is not supported: packs need little-endian, drawing needs OpenGL 3.3.</summary>
        MIEN_ERROR_HOST = 8,
        /// <summary>A limit of the format is exceeded.</summary>
        MIEN_ERROR_LIMIT = 9,
        /// <summary>Invalid values: not finite, out of range or duplicate.</summary>
        MIEN_ERROR_DATA = 10,
        /// <summary>The caller cancelled the call.</summary>
        MIEN_ERROR_CANCELLED = 11,
    }

    /// <summary>Kinds of rows in a binding's report. Only a scaled bone is harmless.</summary>
    public enum MienFindingKind
    {
        /// <summary>A graph's slot is empty; name: the path of the asset.</summary>
        MIEN_FINDING_MISSING_ASSET = 1,
        /// <summary>The skeleton lacks the bone.</summary>
        MIEN_FINDING_MISSING_BONE = 2,
        /// <summary>No curve has the name of this curve-driven pose.</summary>
        MIEN_FINDING_MISSING_POSE_CURVE = 3,
        /// <summary>The skeleton lacks the curve: it is not read or written.</summary>
        MIEN_FINDING_MISSING_CURVE = 4,
        /// <summary>No curve has the morph target's name: it keeps its own weight.</summary>
        MIEN_FINDING_MISSING_MORPH_CURVE = 5,
        /// <summary>The pose asset lacks the pose.</summary>
        MIEN_FINDING_MISSING_POSE = 6,
        /// <summary>A curve has the name of an in-between or a corrective, which curves cannot drive.</summary>
        MIEN_FINDING_NOT_CURVE_DRIVEN = 7,
        /// <summary>The bone's translations are scaled to the mesh.</summary>
        MIEN_FINDING_SCALED_BONE = 8,
    }

    /// <summary>Instruction sets of the kernels. All of them give the same bits.</summary>
    public enum MienIsa
    {
        /// <summary>The fastest set that this processor supports.</summary>
        MIEN_ISA_BEST = 0,
        MIEN_ISA_SCALAR = 1,
        MIEN_ISA_SSE2 = 2,
        MIEN_ISA_AVX2 = 3,
        MIEN_ISA_AVX512 = 4,
        MIEN_ISA_NEON = 5,
        MIEN_ISA_WASM128 = 6,
    }

    public enum MienPackKind
    {
        MIEN_PACK_SKELETON = 1,
        MIEN_PACK_POSE_ASSET = 2,
        MIEN_PACK_CLIP = 3,
        MIEN_PACK_BUNDLE = 4,
        MIEN_PACK_MESH = 5,
        MIEN_PACK_GRAPH = 6,
    }

    /// <summary>Type of a parameter or an asset slot.</summary>
    public enum MienGraphValueType
    {
        MIEN_GRAPH_FLOAT = 1,
        MIEN_GRAPH_INT = 2,
        MIEN_GRAPH_BOOL = 3,
        /// <summary>Name of a pose.</summary>
        MIEN_GRAPH_NAME = 4,
        MIEN_GRAPH_CLIP = 5,
        MIEN_GRAPH_POSES = 6,
        MIEN_GRAPH_MASK = 7,
    }

    /// <summary>Kinds of events.</summary>
    public enum MienLifeEventKind
    {
        /// <summary>size: how far the eye closes, 0.25 to 1.</summary>
        MIEN_LIFE_BLINK = 1,
        /// <summary>Looks at a target; size: a number from 0 to 1 that picks it.</summary>
        MIEN_LIFE_LOOK = 2,
        /// <summary>Looks away; size: the angle in degrees.</summary>
        MIEN_LIFE_AWAY = 3,
        /// <summary>A small saccade; size: its angle from the point, degrees.</summary>
        MIEN_LIFE_GLANCE = 4,
        /// <summary>Begins to inhale; size: the part of the duration that is inhaled.</summary>
        MIEN_LIFE_BREATH = 5,
    }

    /// <summary>Storage layout to use. All give the same bits; automatic selects the fastest.</summary>
    public enum MienPoseLayout
    {
        MIEN_LAYOUT_AUTO = 0,
        /// <summary>Pose by pose: fastest for few active poses.</summary>
        MIEN_LAYOUT_POSES = 1,
        /// <summary>Bone by bone: fastest for many active poses.</summary>
        MIEN_LAYOUT_ROWS = 2,
    }

    public struct MienFile { }

    public struct MienBundle { }

    public struct MienSkeleton { }

    /// <summary>A clip that is ready to sample.</summary>
    public struct MienClip { }

    /// <summary>A binding: maps a clip's names to a skeleton's indices, once.</summary>
    public struct MienClipBinding { }

    /// <summary>Remembers the last sampled position. It makes the next sample faster and does not change results.</summary>
    public struct MienClipCursor { }

    public struct MienPoseAsset { }

    /// <summary>A binding: maps the asset's names to a skeleton's indices, once.</summary>
    public struct MienPoseBinding { }

    /// <summary>A graph that is ready to bind.</summary>
    public struct MienGraph { }

    /// <summary>A binding: a graph with all that one kind of character needs, by index.</summary>
    public struct MienGraphBinding { }

    /// <summary>State of a character: times, fades, states, smoothed curves, parameters.</summary>
    public struct MienGraphInstance { }

    /// <summary>Results of all nodes in one step, to find the origin of a value.</summary>
    public struct MienGraphTrace { }

    public struct MienMesh { }

    /// <summary>A binding: maps the mesh's names to a skeleton's indices, once.</summary>
    public struct MienMeshBinding { }

    public struct MienActor { }

    /// <summary>A generator: settings, checked and prepared.</summary>
    public struct MienLife { }

    /// <summary>Describes an error. Output only; may be NULL. Unchanged on success.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienError
    {
        public MienStatus status;
        /// <summary>In a text file, from 1; 0 if unknown.</summary>
        public int line;
        /// <summary>In a text file, from 1; 0 if unknown.</summary>
        public int column;
        /// <summary>In a binary file, bytes; 0 if unknown.</summary>
        public UIntPtr offset;
        /// <summary>"line 12, poses[3].name", "section PNAM", "byte 1024"; may be empty.</summary>
        public fixed byte location[96];
        /// <summary>One sentence for the user.</summary>
        public fixed byte message[160];
    }

    /// <summary>One row of a binding's report.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienFinding
    {
        public MienFindingKind kind;
        /// <summary>In the asset that has the name: a bone, track, curve, control, pose or morph. -1: none.</summary>
        public int index;
        /// <summary>The graph's node; -1 outside graphs.</summary>
        public int node;
        /// <summary>Belongs to the asset or the graph.</summary>
        public byte* name;
        /// <summary>The scale of translations for a scaled bone, otherwise 1.</summary>
        public float factor;
    }

    /// <summary>Memory for one call and for the objects it creates. free receives the size passed to allocate. Alignment is a power of two, at most 64.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienAllocator
    {
        public void* user;
        public IntPtr allocate;
        public IntPtr free;
    }

    /// <summary>How to load a pack. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienLoadOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the loaded asset.</summary>
        public MienAllocator* allocator;
        /// <summary>Use your bytes in place: 64-byte aligned, constant, outliving the asset.</summary>
        public NativeBool borrow_data;
        /// <summary>Do not check the content hash. The structure is always checked.</summary>
        public NativeBool trust_hash;
        /// <summary>Kernels to use; MIEN_ISA_BEST selects them. Unavailable ones are refused.</summary>
        public MienIsa isa;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPackInfo
    {
        /// <summary>Format version of this kind.</summary>
        public uint version;
        public MienPackKind kind;
        /// <summary>Size in bytes, including the header.</summary>
        public ulong size;
        public int section_count;
        /// <summary>SHA-256 of everything after the hash field.</summary>
        public fixed byte hash[32];
    }

    /// <summary>How to open a file. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienFileOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the file.</summary>
        public MienAllocator* allocator;
        /// <summary>Read into memory instead of mapping: for files that an untrusted writer could truncate.</summary>
        public NativeBool copy;
    }

    /// <summary>One pack in a bundle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienBundleMember
    {
        /// <summary>UTF-8, unique within the bundle: "faces/ada.poses".</summary>
        public byte* name;
        /// <summary>Never a bundle; may be a kind unknown to this library.</summary>
        public MienPackKind kind;
        /// <summary>Format version of this kind.</summary>
        public uint version;
        /// <summary>A complete pack, 64-byte aligned: load it with borrow_data. Identical members share their bytes.</summary>
        public void* data;
        public UIntPtr size;
    }

    /// <summary>Curve values by index. The value of an absent curve must be 0, because readers may skip the presence bits. The functions below ensure this.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienCurveSet
    {
        /// <summary>Number of curves in the table.</summary>
        public int count;
        /// <summary>count values.</summary>
        public float* values;
        /// <summary>mien_curve_set_words(count) words, bit i%32 of word i/32; may be NULL.</summary>
        public uint* present;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienVec3
    {
        public float x;
        public float y;
        public float z;
    }

    /// <summary>Hamilton quaternion; a * b applies b first.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienQuat
    {
        public float x;
        public float y;
        public float z;
        public float w;
    }

    /// <summary>A local transform: maps p to rotation(scale * p) + translation, in the parent's space. 48 bytes. Each member starts at a multiple of 16 bytes, so a bone is three vector loads; float alignment is sufficient.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienTransform
    {
        public MienQuat rotation;
        /// <summary>Metres.</summary>
        public MienVec3 translation;
        /// <summary>Set to 0. Evaluation may write here.</summary>
        public float reserved0;
        public MienVec3 scale;
        /// <summary>Set to 0. Evaluation may write here.</summary>
        public float reserved1;
    }

    /// <summary>An affine matrix of three rows and four columns: maps p to row . (p, 1).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMatrix34
    {
        public fixed float m[12];
    }

    /// <summary>A skeleton of your own engine: its bones and curves, in its own order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienSkeletonDesc
    {
        public int bone_count;
        public int curve_count;
        /// <summary>bone_count names, all different.</summary>
        public byte** bone_names;
        /// <summary>Index of each bone's parent, which comes before it, or -1. NULL: all -1.</summary>
        public int* bone_parents;
        /// <summary>bone_count local transforms, in metres.</summary>
        public MienTransform* rest_pose;
        /// <summary>curve_count names, all different. May be NULL if there are none.</summary>
        public byte** curve_names;
        /// <summary>NULL for malloc and free. Must outlive the skeleton.</summary>
        public MienAllocator* allocator;
    }

    /// <summary>Properties of a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienClipInfo
    {
        /// <summary>Seconds. Times outside the clip give its first or last frame.</summary>
        public double length;
        public int rate;
        public int rate_divisor;
        public int frame_count;
        public int curve_count;
        public int track_count;
        public int event_count;
        /// <summary>Number of constant curves.</summary>
        public int constant_curve_count;
        /// <summary>Path of a sound file, or "".</summary>
        public byte* sound;
        /// <summary>Start of the sound, in seconds.</summary>
        public double sound_offset;
        /// <summary>Origin of the clip, or "".</summary>
        public byte* source;
        /// <summary>Size of the curve samples.</summary>
        public UIntPtr curve_bytes;
        /// <summary>Size of the track samples.</summary>
        public UIntPtr track_bytes;
        /// <summary>Kernels in use.</summary>
        public MienIsa isa;
    }

    /// <summary>A named moment in a clip.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienClipEvent
    {
        public byte* name;
        /// <summary>Seconds.</summary>
        public double time;
    }

    /// <summary>How to bind. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienClipBindingOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the binding.</summary>
        public MienAllocator* allocator;
        /// <summary>The mesh's own rest pose; NULL: the skeleton's.</summary>
        public MienTransform* mesh_rest_pose;
        /// <summary>One bit per curve of the skeleton: curves to sample; NULL: all.</summary>
        public uint* used_curves;
    }

    /// <summary>Samples a clip at one time. Zero-initialise, then fill. Curves and bones are in the skeleton's order. Without a binding they are in the clip's order: curve i is its curve i, bone i its track i.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienClipJob
    {
        public MienClip* clip;
        /// <summary>NULL: the clip's own order.</summary>
        public MienClipBinding* binding;
        /// <summary>A cursor of this clip; may be NULL.</summary>
        public MienClipCursor* cursor;
        /// <summary>Seconds; NaN counts as 0.</summary>
        public double time;
        /// <summary>Out: the clip's curves; others are unchanged. count 0: none.</summary>
        public MienCurveSet out_curves;
        /// <summary>Length of out_bones; tracks of later bones are skipped.</summary>
        public int bone_count;
        /// <summary>Out: the clip's bones; others are unchanged. May be NULL.</summary>
        public MienTransform* out_bones;
    }

    /// <summary>Properties of a pose asset.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPoseAssetInfo
    {
        public int pose_count;
        /// <summary>Number of curve-driven poses.</summary>
        public int driven_pose_count;
        /// <summary>Bones of the asset, its tracks.</summary>
        public int bone_count;
        /// <summary>Curves set by its poses (morph targets, materials).</summary>
        public int curve_count;
        /// <summary>(pose, bone) pairs that move.</summary>
        public int entry_count;
        public NativeBool is_additive;
        /// <summary>Evaluated as in Unreal instead of by Mien's rules.</summary>
        public NativeBool is_unreal;
        /// <summary>Some pose changes scale; otherwise evaluation is faster.</summary>
        public NativeBool has_scale;
        /// <summary>Size of the rest pose it was authored on, metres.</summary>
        public float extent;
        /// <summary>Kernels in use.</summary>
        public MienIsa isa;
    }

    /// <summary>Properties of a pose.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPoseInfo
    {
        /// <summary>UTF-8, never NULL, unique within the asset.</summary>
        public byte* name;
        /// <summary>The curve-driven pose that drives it, -1 for a corrective.</summary>
        public int driven_pose;
        /// <summary>An in-between at position on a curve-driven pose, instead of at 1.</summary>
        public NativeBool is_inbetween;
        /// <summary>Weight of the curve-driven pose at which it has full weight.</summary>
        public float position;
        /// <summary>Number of bones with a stored entry.</summary>
        public int bone_count;
        /// <summary>Number of curves with a stored entry.</summary>
        public int curve_count;
    }

    /// <summary>Settings of a curve-driven pose.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienDrivenPose
    {
        /// <summary>Index of the pose; its curve has the pose's name.</summary>
        public int pose;
        /// <summary>Range of the input weight.</summary>
        public float min;
        /// <summary>Range of the input weight.</summary>
        public float max;
        /// <summary>Index of its group, or -1.</summary>
        public int group;
    }

    /// <summary>How to bind. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPoseBindingOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the binding.</summary>
        public MienAllocator* allocator;
        /// <summary>The mesh's own rest pose, per skeleton bone; NULL for the skeleton's. If its bone lengths differ from the asset's, translations are scaled; if its bones are turned in another way, poses turn bones alike in model space (rule A13).</summary>
        public MienTransform* mesh_rest_pose;
    }

    /// <summary>Properties of a graph.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphInfo
    {
        /// <summary>In evaluation order; the last node is the output.</summary>
        public int node_count;
        public int parameter_count;
        /// <summary>Slots for clips and pose assets.</summary>
        public int asset_slot_count;
        public int mask_count;
        /// <summary>Live input nodes: they read curves that your program sets.</summary>
        public int live_input_count;
        /// <summary>Input pose nodes: they read poses that your program sets.</summary>
        public int input_pose_count;
        /// <summary>Poses stored at the same time.</summary>
        public int buffer_count;
    }

    /// <summary>One node.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphNodeInfo
    {
        /// <summary>Unique within the graph.</summary>
        public byte* id;
        /// <summary>"clip", "poses", "layer", ...</summary>
        public byte* type;
        /// <summary>Returns an offset, not a pose.</summary>
        public NativeBool is_delta;
        public int input_count;
    }

    /// <summary>A value set by your program.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphParameter
    {
        /// <summary>Unique within the graph.</summary>
        public byte* name;
        public MienGraphValueType type;
        /// <summary>Default of a float, int or bool.</summary>
        public float number;
        /// <summary>Default of a name or mask; path of an asset; or "".</summary>
        public byte* text;
    }

    /// <summary>A slot for a clip or a pose asset. It belongs to one node, or to a parameter that nodes share.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphAssetSlot
    {
        /// <summary>MIEN_GRAPH_CLIP or MIEN_GRAPH_POSES.</summary>
        public MienGraphValueType type;
        /// <summary>Path of the asset as in the text: "faces/ada.poses.json". "": none.</summary>
        public byte* path;
        /// <summary>Or -1.</summary>
        public int node;
        /// <summary>Or -1.</summary>
        public int parameter;
        /// <summary>Accepts only additive pose assets: the result is a delta.</summary>
        public NativeBool needs_additive;
        /// <summary>Accepts only absolute pose assets.</summary>
        public NativeBool needs_absolute;
    }

    /// <summary>Properties of a pose driver's solver.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphDriverInfo
    {
        public int target_count;
        public int bone_count;
        /// <summary>Degrees or metres; automatic values are computed.</summary>
        public float radius;
        /// <summary>Of the kernel matrix, in the 1-norm, before lambda; at most 1e30, which means singular. 0: the solver has no matrix.</summary>
        public double condition;
        /// <summary>Value added to its diagonal.</summary>
        public double lambda;
        /// <summary>Largest deviation from 1 and 0 at the targets themselves.</summary>
        public float target_error;
        /// <summary>unreal: the determinant is zero, so all weights are 0.</summary>
        public NativeBool is_invalid;
    }

    /// <summary>The asset in a slot; NULL leaves the slot empty.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphAsset
    {
        public MienClip* clip;
        public MienPoseAsset* poses;
    }

    /// <summary>How to bind. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphBindingOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the binding.</summary>
        public MienAllocator* allocator;
        /// <summary>The mesh's own rest pose, copied; NULL: the skeleton's.</summary>
        public MienTransform* mesh_rest_pose;
        /// <summary>The graph's asset count, or 0.</summary>
        public int asset_count;
        public MienGraphAsset* assets;
    }

    /// <summary>A clip event that a step crossed: at its start or inside it, not at its end. Clips that are not relevant to the output have no events.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphEvent
    {
        /// <summary>The clip node.</summary>
        public int node;
        /// <summary>Belongs to the clip.</summary>
        public byte* name;
        /// <summary>Weight of the node in the output.</summary>
        public float weight;
    }

    /// <summary>Result of a node in one step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphNodeTrace
    {
        /// <summary>Relevant: it was evaluated. If false, all other fields are empty.</summary>
        public NativeBool is_live;
        /// <summary>Its maximum weight in the output, 0 to 1.</summary>
        public float weight;
        /// <summary>Time of a clip node.</summary>
        public double time;
        /// <summary>As many as in the job.</summary>
        public MienTransform* bones;
        public MienCurveSet curves;
        /// <summary>Poses of its asset; targets of a driver that drives curves; inputs</summary>
        public int weight_count;
        /// <summary>of blend by int and state machine.</summary>
        public float* weights;
    }

    /// <summary>One step of one character. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphJob
    {
        public MienGraphBinding* binding;
        /// <summary>An instance of this binding.</summary>
        public MienGraphInstance* instance;
        /// <summary>Seconds since the last step; negative and non-finite values count as 0.</summary>
        public double step;
        /// <summary>LOD; 0 has all bones.</summary>
        public int lod;
        /// <summary>Length of out_bones: the skeleton's bone count, or that of the LOD.</summary>
        public int bone_count;
        /// <summary>Out: the final pose, local.</summary>
        public MienTransform* out_bones;
        /// <summary>Out: the final curves, in the skeleton's order; count 0: none.</summary>
        public MienCurveSet out_curves;
        /// <summary>Length of out_events.</summary>
        public int event_capacity;
        /// <summary>Out: sorted by node, then by time. May be NULL.</summary>
        public MienGraphEvent* out_events;
        /// <summary>Out: number of all crossed events, even beyond the capacity. May be NULL.</summary>
        public int* out_event_count;
        /// <summary>Out: a trace of this binding; takes time. May be NULL.</summary>
        public MienGraphTrace* trace;
        /// <summary>Working memory, 64-byte aligned.</summary>
        public void* scratch;
        /// <summary>At least mien_graph_job_scratch_size().</summary>
        public UIntPtr scratch_size;
    }

    /// <summary>Runs one step for many characters of one binding. Results are tiles, as in MienCrowdJob. The last tile is complete: lanes without a character are undefined. Pass about 256 characters at a time, so that results are still in the cache when you use them. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienGraphBatchJob
    {
        public MienGraphBinding* binding;
        public int instance_count;
        /// <summary>All different, all of this binding.</summary>
        public MienGraphInstance** instances;
        /// <summary>As in MienGraphJob.</summary>
        public double step;
        public int lod;
        /// <summary>The skeleton's bone count, or that of the LOD.</summary>
        public int bone_count;
        /// <summary>Out: tiles of mien_tile_size(bone_count) floats, 64-byte aligned.</summary>
        public float* out_bones;
        /// <summary>The skeleton's curve count; 0: none.</summary>
        public int curve_count;
        /// <summary>Out: [tile][curve][MIEN_TILE], 64-byte aligned; 0 if absent.</summary>
        public float* out_curves;
        /// <summary>Out: [tile][curve], bit k for character k. May be NULL.</summary>
        public ushort* out_present;
        /// <summary>As in MienGraphJob, one character after another.</summary>
        public int event_capacity;
        /// <summary>May be NULL.</summary>
        public MienGraphEvent* out_events;
        /// <summary>Out: index of the event's instance. May be NULL.</summary>
        public int* out_event_owners;
        /// <summary>May be NULL.</summary>
        public int* out_event_count;
        public void* scratch;
        /// <summary>At least mien_graph_batch_job_scratch_size().</summary>
        public UIntPtr scratch_size;
    }

    /// <summary>Properties of a mesh.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMeshInfo
    {
        public int vertex_count;
        /// <summary>Three per triangle.</summary>
        public int index_count;
        /// <summary>Maximum joints per vertex, 1 to MIEN_MAX_INFLUENCES.</summary>
        public int influence_count;
        /// <summary>Elements per vertex in the influence arrays: 4 or 8.</summary>
        public int influence_stride;
        public int joint_count;
        /// <summary>Bones named by the mesh.</summary>
        public int bone_count;
        /// <summary>Number of bones, from the first, with their own rest transform.</summary>
        public int rest_pose_count;
        public int morph_count;
        /// <summary>Sum of all morph targets' vertices.</summary>
        public int morph_vertex_count;
        public int submesh_count;
        public int material_count;
        public int image_count;
        public NativeBool has_normals;
        public NativeBool has_uvs;
        public NativeBool has_colors;
        /// <summary>Bounding box of the positions, without morph targets and bones.</summary>
        public MienVec3 min;
        /// <summary>Bounding box of the positions, without morph targets and bones.</summary>
        public MienVec3 max;
        /// <summary>Kernels in use.</summary>
        public MienIsa isa;
    }

    /// <summary>A submesh: triangles with one material, as a range of the indices. Submeshes cover the indices in order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienSubmesh
    {
        /// <summary>Not unique.</summary>
        public byte* name;
        /// <summary>-1: none.</summary>
        public int material;
        public int first_index;
        public int index_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMeshMaterial
    {
        /// <summary>Not unique.</summary>
        public byte* name;
        /// <summary>Linear red, green, blue and opacity.</summary>
        public fixed float base_color[4];
        public float roughness;
        public float metallic;
        /// <summary>Multiplies the base colour; -1: none.</summary>
        public int image;
    }

    /// <summary>A morph target: vertex offsets at weight 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMorph
    {
        /// <summary>Name of its curve. Unique within the mesh.</summary>
        public byte* name;
        /// <summary>Weight if no curve drives it.</summary>
        public float weight;
        public int vertex_count;
        /// <summary>Ascending.</summary>
        public uint* vertices;
        /// <summary>Offsets, one per vertex in vertices.</summary>
        public MienVec3* positions;
        /// <summary>Offsets, or NULL.</summary>
        public MienVec3* normals;
    }

    /// <summary>A joint: a bone and its inverse bind matrix. Several joints may use the same bone with different matrices.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMeshJoint
    {
        /// <summary>Bone of the mesh.</summary>
        public int bone;
        /// <summary>Inverse bind matrix: from vertex space to bone space.</summary>
        public MienMatrix34 inverse;
    }

    /// <summary>How to bind. Zero-initialise: zero is every field's default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMeshBindingOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the binding.</summary>
        public MienAllocator* allocator;
    }

    /// <summary>How to make an actor. Zero-initialise: zero is the default of every field.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienActorOptions
    {
        /// <summary>NULL for malloc and free. Must outlive the actor.</summary>
        public MienAllocator* allocator;
        /// <summary>A local transform per bone, copied; NULL: the mesh's, or the skeleton's without a mesh.</summary>
        public MienTransform* rest_pose;
        /// <summary>LOD; 0 is the most detailed.</summary>
        public int lod;
        /// <summary>Events of a graph that are kept per step, at most 65536.</summary>
        public int event_capacity;
        /// <summary>Keep what every node of a graph does; costs time.</summary>
        public NativeBool has_trace;
    }

    /// <summary>The parts of an actor. Zero-initialise, then fill; only the skeleton is needed. Give pose assets, or a graph that names its own.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienActorDesc
    {
        public MienSkeleton* skeleton;
        /// <summary>For morphs, the palette and the rest pose.</summary>
        public MienMesh* mesh;
        public int pose_asset_count;
        /// <summary>Applied one after another.</summary>
        public MienPoseAsset** pose_assets;
        public MienGraph* graph;
        /// <summary>As many as the graph has, or 0.</summary>
        public int asset_count;
        public MienGraphAsset* assets;
        public MienActorOptions options;
    }

    /// <summary>Names of the parts in a bundle: "ada.mesh". NULL: none. A graph's clips and pose assets are found by the graph's own paths; those that the bundle lacks are reported.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienActorMembers
    {
        /// <summary>NULL: the only one in the bundle.</summary>
        public byte* skeleton;
        public byte* mesh;
        public byte* poses;
        public byte* graph;
    }

    /// <summary>How to play a clip. Zero-initialise: zero is the default of every field.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienActorClipOptions
    {
        /// <summary>Where to start, seconds.</summary>
        public double time;
        /// <summary>Seconds of the clip per second; 0 counts as 1. To pause, step by 0.</summary>
        public double speed;
        /// <summary>Start again at the end. Otherwise the last moment is held.</summary>
        public NativeBool loops;
    }

    /// <summary>Behaviour that depends on whether the character listens or speaks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienLifeManner
    {
        /// <summary>Mean number of blinks per minute, 0 to 120.</summary>
        public float blink_rate;
        /// <summary>Mean seconds of looking at a target, 0.5 to 600.</summary>
        public float look_time;
        /// <summary>Mean seconds of looking away from it, 0.2 to 600; 0: never looks away.</summary>
        public float away_time;
        /// <summary>Mean number of breaths per minute, 0 to 60.</summary>
        public float breath_rate;
        /// <summary>Part of a breath in which air flows in, 0.05 to 0.95.</summary>
        public float inhale;
        /// <summary>Root mean square of the head's own yaw, degrees, 0 to 20; pitch has 0.8 of it, roll 0.6.</summary>
        public float head_sway;
    }

    /// <summary>All numbers of a generator. Start from mien_life_default_settings. docs/life.md has the source of each default.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienLifeSettings
    {
        /// <summary>Another seed gives other events with the same statistics.</summary>
        public uint seed;
        public MienLifeManner listening;
        public MienLifeManner speaking;
        /// <summary>Standard deviation of the logarithm of blink intervals, 0 to 1.5.</summary>
        public float blink_spread;
        /// <summary>Shortest blink interval, seconds, 0 to 2; at most half of the mean counts.</summary>
        public float blink_least;
        /// <summary>Seconds, 0.01 to 1.</summary>
        public float blink_closing;
        /// <summary>Seconds, 0 to 1.</summary>
        public float blink_closed;
        /// <summary>Seconds, 0.01 to 1.</summary>
        public float blink_opening;
        /// <summary>Part of the blinks that close the eye, 0 to 1; others close it by 1/4, 1/2 or 3/4.</summary>
        public float blink_complete;
        /// <summary>Gaze shifts larger than this come with a blink, degrees, 0 to 180.</summary>
        public float blink_shift;
        /// <summary>How often they do, 0 to 1.</summary>
        public float blink_shift_chance;
        /// <summary>Standard deviation of the logarithm of look and away times, 0 to 1.5.</summary>
        public float gaze_spread;
        /// <summary>Scale of the exponential distribution of angles, degrees, 0 to 60.</summary>
        public float away_size;
        /// <summary>Largest angle, degrees, 0 to 60.</summary>
        public float away_limit;
        /// <summary>Distance of what is looked at then, metres, 0.1 to 1000.</summary>
        public float away_distance;
        /// <summary>Mean seconds between small saccades around a point, 0.1 to 60.</summary>
        public float glance_time;
        /// <summary>Mean angle between them and the point, degrees, 0 to 10.</summary>
        public float glance_size;
        /// <summary>Duration of a saccade of 0 degrees, seconds, 0.005 to 0.2.</summary>
        public float saccade_base;
        /// <summary>Further seconds per degree, 0 to 0.02.</summary>
        public float saccade_slope;
        /// <summary>Seconds of a change of distance, 0.02 to 1.</summary>
        public float vergence_time;
        /// <summary>Between the eyes' centres, metres, 0 to 1; 0: no vergence.</summary>
        public float eye_distance;
        /// <summary>Largest angle between eye and head, degrees, 5 to 90; the head does the rest.</summary>
        public float eye_limit;
        /// <summary>Part of a gaze direction that the head turns, 0 to 1.</summary>
        public float head_follow;
        /// <summary>Seconds of such a turn, 0.05 to 1.</summary>
        public float head_time;
        /// <summary>Changes of direction of the head's own motion, per second, 0.01 to 5.</summary>
        public float head_sway_rate;
        /// <summary>Standard deviation of the logarithm of breath durations, 0 to 1.5.</summary>
        public float breath_spread;
        /// <summary>How far the head rises with a full breath, degrees, 0 to 10.</summary>
        public float breath_nod;
        /// <summary>Angle of eyeLookIn and eyeLookOut at 1, degrees, 5 to 90.</summary>
        public float look_side;
        /// <summary>Angle of eyeLookUp at 1, degrees, 5 to 90.</summary>
        public float look_up;
        /// <summary>Angle of eyeLookDown at 1, degrees, 5 to 90.</summary>
        public float look_down;
        /// <summary>Angle of headYaw at 1, degrees, 1 to 180; positive turns to the left.</summary>
        public float head_yaw;
        /// <summary>Angle of headPitch at 1, degrees, 1 to 180; positive turns down.</summary>
        public float head_pitch;
        /// <summary>Angle of headRoll at 1, degrees, 1 to 180; positive lowers the left ear.</summary>
        public float head_roll;
    }

    /// <summary>Computes the curves at a time. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienLifeJob
    {
        public MienLife* life;
        /// <summary>Seconds, within +-1e9; beyond, and NaN, as 0.</summary>
        public double time;
        /// <summary>0 listens, 1 speaks; clamped. Values between blend both behaviours.</summary>
        public float speaking;
        /// <summary>At most MIEN_LIFE_MAX_TARGETS; 0: one target, 1 m ahead.</summary>
        public int target_count;
        /// <summary>Points to look at, from the middle between the eyes of a head at rest. They may move between jobs; a point that is not finite counts as 1 m ahead.</summary>
        public MienVec3* targets;
        /// <summary>Out: MIEN_LIFE_CURVES values. breath is 1 with full lungs.</summary>
        public float* out_values;
    }

    /// <summary>Something that happens.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienLifeEvent
    {
        public MienLifeEventKind kind;
        /// <summary>Seconds.</summary>
        public double time;
        /// <summary>Of a blink: until the eye is open. Others: until the next of its kind, or the look or away that follows.</summary>
        public double duration;
        /// <summary>See the kinds.</summary>
        public float size;
    }

    /// <summary>A pose weight that is set directly, without curves.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPoseWeight
    {
        public int pose;
        public float weight;
    }

    /// <summary>Evaluates one character. Zero-initialise, then fill. Bones and curves are in the order of the binding's skeleton. Without a binding, bones are in the asset's order, and curves are its curve-driven poses followed by the curves set by its poses.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPoseJob
    {
        public MienPoseAsset* asset;
        /// <summary>NULL: the asset's own order.</summary>
        public MienPoseBinding* binding;
        /// <summary>LOD; 0 has all bones.</summary>
        public int lod;
        /// <summary>Length of input and out_bones: the skeleton's bone count, or that of the LOD.</summary>
        public int bone_count;
        /// <summary>In: per bone, local space.</summary>
        public MienTransform* input;
        /// <summary>Out: may be input; then only affected bones are written.</summary>
        public MienTransform* out_bones;
        /// <summary>In: curves that drive poses. NaN counts as 0.</summary>
        public MienCurveSet curves;
        /// <summary>Out: the curves set by active poses; others are copied from curves. May be the same arrays. count 0: none.</summary>
        public MienCurveSet out_curves;
        /// <summary>In: used instead of curves if not NULL. In mien assets, weights</summary>
        public MienPoseWeight* weights;
        /// <summary>of the same pose add up; unlisted poses have weight 0.</summary>
        public int weight_count;
        public MienPoseLayout layout;
        /// <summary>Unreal assets only: apply negative weights.</summary>
        public NativeBool allow_negative;
        /// <summary>Unreal additive assets only: write the offset (rotation, translation, scale minus one) instead of applying it to the input.</summary>
        public NativeBool write_delta;
        /// <summary>Out: input weight per curve-driven pose, before overrides and groups. May be NULL.</summary>
        public float* out_input_weights;
        /// <summary>Out: final weight per curve-driven pose. May be NULL.</summary>
        public float* out_final_weights;
        /// <summary>Out: weight per pose. May be NULL.</summary>
        public float* out_weights;
        /// <summary>Working memory, 64-byte aligned.</summary>
        public void* scratch;
        /// <summary>At least mien_pose_job_scratch_size().</summary>
        public UIntPtr scratch_size;
    }

    /// <summary>Evaluates many characters with one asset. Every array consists of consecutive tiles of MIEN_TILE characters; the last tile is complete even if fewer characters remain. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienCrowdJob
    {
        public MienPoseAsset* asset;
        /// <summary>NULL: the asset's own order.</summary>
        public MienPoseBinding* binding;
        /// <summary>LOD; 0 has all bones.</summary>
        public int lod;
        public int character_count;
        /// <summary>The skeleton's bone count, or that of the LOD.</summary>
        public int bone_count;
        /// <summary>In: tiles, 64-byte aligned.</summary>
        public float* input;
        /// <summary>Out: tiles, 64-byte aligned. May be input.</summary>
        public float* out_bones;
        /// <summary>The binding's curve count.</summary>
        public int curve_count;
        /// <summary>In: [tile][curve][MIEN_TILE] values, 64-byte aligned; 0 if absent.</summary>
        public float* curves;
        /// <summary>In: [tile][curve], bit k for character k; may be NULL.</summary>
        public ushort* present;
        /// <summary>Out: same layout as curves; may be curves, or NULL.</summary>
        public float* out_curves;
        /// <summary>Out: same layout as present; may be present, or NULL.</summary>
        public ushort* out_present;
        /// <summary>Out: [tile][pose][MIEN_TILE]. May be NULL.</summary>
        public float* out_weights;
        /// <summary>Working memory, 64-byte aligned.</summary>
        public void* scratch;
        /// <summary>At least mien_crowd_job_scratch_size().</summary>
        public UIntPtr scratch_size;
    }

    /// <summary>Converts local transforms to model matrices. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienModelJob
    {
        public MienSkeleton* skeleton;
        /// <summary>Length of out_model, at most the skeleton's bone count.</summary>
        public int bone_count;
        /// <summary>Length of local, at most bone_count: the bone count of an LOD.</summary>
        public int local_count;
        /// <summary>In: per bone, local space, normalised rotations.</summary>
        public MienTransform* local;
        /// <summary>In: bone_count transforms, used for bones from local_count on; for example mien_mesh_binding_rest_pose. NULL: the skeleton's.</summary>
        public MienTransform* rest_pose;
        /// <summary>Out: per bone, from bone space to model space.</summary>
        public MienMatrix34* out_model;
    }

    /// <summary>Computes a matrix per joint from model matrices. Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienPaletteJob
    {
        public MienMeshBinding* binding;
        /// <summary>Length of model: the skeleton's bone count.</summary>
        public int bone_count;
        /// <summary>In: result of mien_model_job_run.</summary>
        public MienMatrix34* model;
        /// <summary>Length of out_palette: the mesh's joint count.</summary>
        public int joint_count;
        /// <summary>Out: per joint, model times inverse bind matrix: from vertex space to model space. Three rows of four numbers, ready for a GPU.</summary>
        public MienMatrix34* out_palette;
    }

    /// <summary>Computes morph weights from curves (rule A6). Zero-initialise, then fill.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienMorphJob
    {
        public MienMeshBinding* binding;
        /// <summary>LOD; 0 has all curves. Curves that the LOD does not use are absent.</summary>
        public int lod;
        /// <summary>In: in the skeleton's order. NaN counts as 0.</summary>
        public MienCurveSet curves;
        /// <summary>Length of out_weights: the mesh's morph count.</summary>
        public int morph_count;
        /// <summary>Out: the curve's value, unclamped; without a curve, the mesh's own weight.</summary>
        public float* out_weights;
    }

    /// <summary>Applies morph targets and skinning to a range of vertices. You can run ranges on several threads. Zero-initialise, then fill. A position is the sum of weight * palette * (position + sum of morph weight * offset). A normal is transformed by the inverse transpose of the same blended matrix and normalised, so it stays perpendicular to the surface under any scale and shear. If the result has no direction (a bone scaled to zero), the morphed normal is kept.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MienSkinJob
    {
        public MienMesh* mesh;
        /// <summary>Length of palette: the mesh's joint count.</summary>
        public int joint_count;
        /// <summary>In: result of mien_palette_job_run.</summary>
        public MienMatrix34* palette;
        /// <summary>Length of weights: the mesh's morph count; ignored without weights.</summary>
        public int morph_count;
        /// <summary>In: result of mien_morph_job_run, finite; NULL: the mesh's own.</summary>
        public float* weights;
        public int first_vertex;
        public int vertex_count;
        /// <summary>Out: vertex_count positions, starting with first_vertex.</summary>
        public MienVec3* out_positions;
        /// <summary>Out: vertex_count normals; may be NULL. Needs a mesh with normals.</summary>
        public MienVec3* out_normals;
        /// <summary>Working memory, 64-byte aligned.</summary>
        public void* scratch;
        /// <summary>At least mien_skin_job_scratch_size().</summary>
        public UIntPtr scratch_size;
    }

    /// <summary>Constants and functions of libmien, unsafe as in C.</summary>
    public static unsafe class Native
    {
        private const string Library = "mien";
        /// <summary>Version of these headers. mien_version() is that of the library.</summary>
        public const int MIEN_VERSION_MAJOR = 0;
        public const int MIEN_VERSION_MINOR = 1;
        public const int MIEN_VERSION_PATCH = 0;
        public const string MIEN_VERSION = "0.1.0";
        /// <summary>Size limits of every asset. Files that exceed them are refused.</summary>
        public const int MIEN_MAX_BONES = 65535;
        public const int MIEN_MAX_POSES = 65535;
        public const int MIEN_MAX_CURVES = 65535;
        /// <summary>Bytes of UTF-8, without the terminating zero.</summary>
        public const int MIEN_MAX_NAME = 255;
        public const int MIEN_MAX_LODS = 16;
        /// <summary>As a max LOD: present at every LOD.</summary>
        public const int MIEN_ALL_LODS = 255;
        /// <summary>Bones per vertex.</summary>
        public const int MIEN_MAX_INFLUENCES = 8;
        public const int MIEN_MAX_JOINTS = 65535;
        public const int MIEN_MAX_MORPHS = 65535;
        public const int MIEN_MAX_VERTICES = 16777216;
        /// <summary>Four triangles per vertex.</summary>
        public const int MIEN_MAX_INDICES = 201326592;
        /// <summary>Also materials, and images.</summary>
        public const int MIEN_MAX_SUBMESHES = 65535;
        /// <summary>Range ends of curve-driven poses, gains, offsets and positions.</summary>
        public const float MIEN_MAX_WEIGHT = 1000.0f;
        /// <summary>Components of translations (metres) and scales.</summary>
        public const float MIEN_MAX_LENGTH = 1000000.0f;
        /// <summary>Curve values stored in assets.</summary>
        public const float MIEN_MAX_CURVE = 1000000000.0f;
        public const int MIEN_PACK_ALIGNMENT = 64;
        /// <summary>Maximum number of members in a bundle.</summary>
        public const int MIEN_MAX_MEMBERS = 16777216;
        /// <summary>The curves that a job writes, by index.</summary>
        public const int MIEN_LIFE_CURVES = 14;
        public const int MIEN_LIFE_MAX_TARGETS = 16;
        /// <summary>Crowds store characters in tiles of 16, so that a vector contains one channel of several characters.</summary>
        public const int MIEN_TILE = 16;
        /// <summary>Rotation x y z w, translation x y z, scale x y z.</summary>
        public const int MIEN_TILE_CHANNELS = 10;
        /// <summary>A constant name such as "MIEN_ERROR_CORRUPT"; never NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_status_name(MienStatus status);
        /// <summary>"scalar", "avx2", ...; "best" for MIEN_ISA_BEST. Never NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_isa_name(MienIsa isa);
        /// <summary>Whether this build has kernels for isa and this processor can run them. Queries the processor on every call, which is slow in virtual machines.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte mien_isa_is_available(MienIsa isa);
        /// <summary>The library's version, "0.1.0".</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_version();
        /// <summary>Reads and checks a pack's header and section table without loading it. Input is untrusted. Checks the hash unless trust_hash is set. Writes *out_info only on success.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_pack_inspect(void* data, UIntPtr size, byte trust_hash, MienPackInfo* out_info, MienError* error);
        /// <summary>"skeleton", "pose asset", "clip", "bundle", "mesh", "graph"; otherwise "unknown". Never NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_pack_kind_name(MienPackKind kind);
        /// <summary>SHA-256 of size bytes, as stored in packs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_sha256(void* data, UIntPtr size, byte* out_hash);
        /// <summary>Opens a file for reading. Maps it where the system supports that, aligned so that packs in it can be borrowed. Refuses files larger than 4 GiB. On failure *out_file is NULL and error, if given, describes the problem.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_file_open(byte* path, MienFileOptions* options, MienFile** out_file, MienError* error);
        /// <summary>The file's bytes, valid until it is closed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void* mien_file_data(MienFile* file);
        /// <summary>File size in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_file_size(MienFile* file);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_file_close(MienFile* file);
        /// <summary>Loads a bundle. Input is untrusted: the table, the names and each member's header are checked here; a member's contents when you load that member. On failure *out_bundle is NULL and error, if given, describes the problem.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_bundle_load(void* data, UIntPtr size, MienLoadOptions* options, MienBundle** out_bundle, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_bundle_destroy(MienBundle* bundle);
        /// <summary>Number of members. They are sorted by name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_bundle_count(MienBundle* bundle);
        /// <summary>Name of a member.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_bundle_name(MienBundle* bundle, int member);
        /// <summary>Index of the member with this name, or -1. Case-sensitive.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_bundle_find(MienBundle* bundle, byte* name);
        /// <summary>Member by index. The bundle's hash covers it: if that hash was checked, you can load the member with trust_hash.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienBundleMember mien_bundle_member(MienBundle* bundle, int member);
        /// <summary>Member by name. Returns MIEN_ERROR_DATA if the bundle has no such member: *out_member is then empty, and the name is the error's location.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_bundle_get(MienBundle* bundle, byte* name, MienBundleMember* out_member, MienError* error);
        /// <summary>Number of words for the presence bits of count curves.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_curve_set_words(int count);
        /// <summary>Makes all curves absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_curve_set_clear(MienCurveSet* set);
        /// <summary>Sets a curve's value and makes it present. NaN is stored as 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_curve_set_put(MienCurveSet* set, int curve, float value);
        /// <summary>Makes one curve absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_curve_set_remove(MienCurveSet* set, int curve);
        /// <summary>Value of a curve; 0 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern float mien_curve_set_value(MienCurveSet* set, int curve);
        /// <summary>Whether the curve is present; without presence bits, whether it is not 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte mien_curve_set_has(MienCurveSet* set, int curve);
        /// <summary>No rotation, no translation, scale 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform mien_transform_identity();
        /// <summary>a * b: applies b first. The result is not normalised.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienQuat mien_quat_multiply(MienQuat a, MienQuat b);
        /// <summary>q normalised; the identity if its squared length is below 2^-20.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienQuat mien_quat_normalize(MienQuat q);
        /// <summary>Rotates v by q, which must have length 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienVec3 mien_quat_rotate(MienQuat q, MienVec3 v);
        /// <summary>parent o child: the child's transform in the space of the parent's parent. Exact for uniform scale. For non-uniform scale, rotation and scale are composed separately, as engines do, and shear is lost.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform mien_transform_compose(MienTransform* parent, MienTransform* child);
        /// <summary>e to the power of x. Error below 0.75 ulp, 0.9 for denormal results; 0 below -745.2, infinity above 709.8, NaN for NaN.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_exp(double x);
        /// <summary>Natural logarithm. Error below 1 ulp; -infinity at 0, NaN below and for NaN.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_log(double x);
        /// <summary>x to the power of y, for x &gt;= 0. Relative error below 2^-42 for normal results. 1 if y is 0 or x is 1; otherwise NaN for negative x and for NaN.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_pow(double x, double y);
        /// <summary>Sine and cosine of x in radians. Error below 0.9 ulp for |x| &lt;= 2^20. Larger and non-finite values count as 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_sincos(double x, double* out_sine, double* out_cosine);
        /// <summary>Angle of (x, y) in (-pi, pi]. Error below 0.6 ulp; 0 if both are zero or either is NaN. Zeros count as +0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_atan2(double y, double x);
        /// <summary>Loads a skeleton pack. Input is untrusted and is checked completely, once. On failure *out_skeleton is NULL and error, if given, describes the problem.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_skeleton_load(void* data, UIntPtr size, MienLoadOptions* options, MienSkeleton** out_skeleton, MienError* error);
        /// <summary>Creates a skeleton without a pack, so that pose assets, clips, graphs and meshes can be bound to the bones and curves of your engine: results are in your order. Everything is copied. The bones are those of every LOD. On failure *out_skeleton is NULL and error, if given, names the bone or curve.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_skeleton_create(MienSkeletonDesc* desc, MienSkeleton** out_skeleton, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_skeleton_destroy(MienSkeleton* skeleton);
        /// <summary>Number of bones at LOD 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_bone_count(MienSkeleton* skeleton);
        /// <summary>Number of curves in the table.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_curve_count(MienSkeleton* skeleton);
        /// <summary>Number of bones at an LOD. They are the first bones of the skeleton.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_bone_count_at(MienSkeleton* skeleton, int lod);
        /// <summary>Name of a bone.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_skeleton_bone_name(MienSkeleton* skeleton, int bone);
        /// <summary>-1 for a root.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_bone_parent(MienSkeleton* skeleton, int bone);
        /// <summary>Max LOD of a bone: the last LOD that has it, or MIEN_ALL_LODS.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_bone_max_lod(MienSkeleton* skeleton, int bone);
        /// <summary>Name of a curve of the table.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_skeleton_curve_name(MienSkeleton* skeleton, int curve);
        /// <summary>Max LOD of a curve: the last LOD that uses it, or MIEN_ALL_LODS.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_curve_max_lod(MienSkeleton* skeleton, int curve);
        /// <summary>The rest pose: bone_count local transforms.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_skeleton_rest_pose(MienSkeleton* skeleton);
        /// <summary>Index of the bone with this name, or -1. Look it up once and store the index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_find_bone(MienSkeleton* skeleton, byte* name);
        /// <summary>Index of the curve with this name, or -1. Look it up once and store the index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_skeleton_find_curve(MienSkeleton* skeleton, byte* name);
        /// <summary>SHA-256 of bone names and parents. Skeletons with equal hashes can exchange poses and clips. Curves and the rest pose are not included.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_skeleton_interface_hash(MienSkeleton* skeleton, byte* out_hash);
        /// <summary>Loads a clip pack. Always checks the structure; checks the hash unless trust_hash is set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_clip_load(void* data, UIntPtr size, MienLoadOptions* options, MienClip** out_clip, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_clip_destroy(MienClip* clip);
        /// <summary>Properties of a clip.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienClipInfo mien_clip_info(MienClip* clip);
        /// <summary>Name of a curve.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_clip_curve_name(MienClip* clip, int curve);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_find_curve(MienClip* clip, byte* name);
        /// <summary>Name of a track's bone.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_clip_track_bone(MienClip* clip, int track);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_find_track(MienClip* clip, byte* bone);
        /// <summary>One event. Events are sorted by time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienClipEvent mien_clip_event(MienClip* clip, int @event);
        /// <summary>Index of the first event at or after time; the event count if none. The events of a step from t0 to t1, without t1, run from find(t0) to below find(t1).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_find_event(MienClip* clip, double time);
        /// <summary>Binds a clip to a skeleton. Curves and bones that the skeleton lacks are skipped and reported. Bone lengths follow the mesh (rule A13).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_clip_binding_create(MienClip* clip, MienSkeleton* skeleton, MienClipBindingOptions* options, MienClipBinding** out_binding, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_clip_binding_destroy(MienClipBinding* binding);
        /// <summary>The skeleton's curve for a curve of the clip, or -1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_binding_curve(MienClipBinding* binding, int curve);
        /// <summary>The skeleton's bone for a track of the clip, or -1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_binding_bone(MienClipBinding* binding, int track);
        /// <summary>Number of rows in the report: missing curves and bones, scaled bones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_clip_binding_report_count(MienClipBinding* binding);
        /// <summary>One row of the report. Curves come first, then tracks.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienFinding mien_clip_binding_report(MienClipBinding* binding, int row);
        /// <summary>Size of a cursor for this clip, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_clip_cursor_size(MienClip* clip);
        /// <summary>Creates a cursor in 64-byte aligned memory; NULL if too small or misaligned.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienClipCursor* mien_clip_cursor_init(MienClip* clip, void* memory, UIntPtr size);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_clip_job_validate(MienClipJob* job, MienError* error);
        /// <summary>Samples a clip. Never allocates. Returns MIEN_ERROR_ARGUMENT, before anything is written, for a NULL, or a binding or cursor of a different clip.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_clip_job_run(MienClipJob* job);
        /// <summary>Samples several clips or times in sequence. Same bits as separate calls, but faster for many clips: the next clip's bytes are fetched while the current one is decoded.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_clip_jobs_run(MienClipJob* jobs, int count);
        /// <summary>Loads a pose asset pack. Input is untrusted and is checked completely, once. On failure *out_asset is NULL and error, if given, describes the problem.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_pose_asset_load(void* data, UIntPtr size, MienLoadOptions* options, MienPoseAsset** out_asset, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_pose_asset_destroy(MienPoseAsset* asset);
        /// <summary>Properties of a pose asset.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienPoseAssetInfo mien_pose_asset_info(MienPoseAsset* asset);
        /// <summary>One pose by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienPoseInfo mien_pose_asset_pose(MienPoseAsset* asset, int pose);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_pose_asset_find_pose(MienPoseAsset* asset, byte* name);
        /// <summary>One curve-driven pose by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienDrivenPose mien_pose_asset_driven_pose(MienPoseAsset* asset, int driven_pose);
        /// <summary>Index of the curve-driven pose with this curve name, or -1. Ignores ASCII case in unreal assets.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_pose_asset_find_driven_pose(MienPoseAsset* asset, byte* name);
        /// <summary>Name of a bone of the asset.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_pose_asset_bone_name(MienPoseAsset* asset, int bone);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_pose_asset_find_bone(MienPoseAsset* asset, byte* name);
        /// <summary>The base pose that poses are relative to: bone_count local transforms.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_pose_asset_base(MienPoseAsset* asset);
        /// <summary>Name of a curve set by the poses.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_pose_asset_curve_name(MienPoseAsset* asset, int curve);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_pose_asset_find_curve(MienPoseAsset* asset, byte* name);
        /// <summary>Binds an asset to a skeleton's bones and curve table. Missing names are not errors; the binding lists them. The binding refers to the asset, which must outlive it, and copies the skeleton's data.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_pose_binding_create(MienPoseAsset* asset, MienSkeleton* skeleton, MienPoseBindingOptions* options, MienPoseBinding** out_binding, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_pose_binding_destroy(MienPoseBinding* binding);
        /// <summary>Number of rows in the report: missing names and scaled bones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_pose_binding_report_count(MienPoseBinding* binding);
        /// <summary>One row of the report. Its name belongs to the asset.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienFinding mien_pose_binding_report(MienPoseBinding* binding, int row);
        /// <summary>Loads a graph pack. Always checks the structure; checks the hash unless trust_hash is set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_load(void* data, UIntPtr size, MienLoadOptions* options, MienGraph** out_graph, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_graph_destroy(MienGraph* graph);
        /// <summary>Properties of a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphInfo mien_graph_info(MienGraph* graph);
        /// <summary>One node by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphNodeInfo mien_graph_node(MienGraph* graph, int node);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_find_node(MienGraph* graph, byte* id);
        /// <summary>The node connected to an input; -1 if unconnected.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_node_input(MienGraph* graph, int node, int input);
        /// <summary>One parameter by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphParameter mien_graph_parameter(MienGraph* graph, int parameter);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_find_parameter(MienGraph* graph, byte* name);
        /// <summary>One slot by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphAssetSlot mien_graph_asset_slot(MienGraph* graph, int slot);
        /// <summary>The slot of a node's clip or pose asset, its own or a parameter's; -1 if the node has no asset.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_node_asset(MienGraph* graph, int node);
        /// <summary>Index of a live input or input pose node by id. Each type counts from 0. -1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_find_live_input(MienGraph* graph, byte* id);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_find_input_pose(MienGraph* graph, byte* id);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_find_mask(MienGraph* graph, byte* name);
        /// <summary>Solver of a driver node; zeros for other nodes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphDriverInfo mien_graph_driver(MienGraph* graph, int node);
        /// <summary>Binds a graph to a skeleton. Missing names are reported but are not errors. An asset of the wrong type for its slot is an error.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_binding_create(MienGraph* graph, MienSkeleton* skeleton, MienGraphBindingOptions* options, MienGraphBinding** out_binding, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_graph_binding_destroy(MienGraphBinding* binding);
        /// <summary>Number of rows in the report; 0 if there is nothing to report.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_graph_binding_report_count(MienGraphBinding* binding);
        /// <summary>One row of the report.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienFinding mien_graph_binding_report(MienGraphBinding* binding, int row);
        /// <summary>The mesh's rest pose as stored in the binding: one transform per bone.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_graph_binding_rest_pose(MienGraphBinding* binding);
        /// <summary>Size of an instance, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_graph_instance_size(MienGraphBinding* binding);
        /// <summary>Creates an instance in its initial state in 64-byte aligned memory; NULL if too small or misaligned.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphInstance* mien_graph_instance_init(MienGraphBinding* binding, void* memory, UIntPtr size);
        /// <summary>Creates an instance that continues from another one, with different assets or a different version of the graph. Nodes with the same id and type keep their state, parameters with the same name and type their value, live inputs and input poses with the same id their arrays.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphInstance* mien_graph_instance_rebind(MienGraphInstance* from, MienGraphBinding* binding, void* memory, UIntPtr size);
        /// <summary>Sets a float, int or bool. Ints are truncated, NaN is 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_instance_set_number(MienGraphInstance* instance, int parameter, float value);
        /// <summary>Sets a name or a mask, which must exist in the binding. Slow: it searches.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_instance_set_text(MienGraphInstance* instance, int parameter, byte* text);
        /// <summary>Sets the curves of a live input, in the skeleton's order; NULL: none. Jobs read the arrays when they run; they must not be the job's own arrays.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_instance_set_live_input(MienGraphInstance* instance, int live_input, MienCurveSet* curves);
        /// <summary>Sets the pose of an input pose node, one transform per bone of the skeleton; NULL: none. A delta has rotations minus the identity and scales minus 1. If curves is NULL, the node's input provides the curves. Jobs read the arrays when they run; they must not be the job's own arrays.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_instance_set_input_pose(MienGraphInstance* instance, int input_pose, MienTransform* bones, MienCurveSet* curves, float weight);
        /// <summary>Time of a clip node in seconds; 0 for other nodes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_graph_instance_time(MienGraphInstance* instance, int node);
        /// <summary>Sets the time of a clip node.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_instance_set_time(MienGraphInstance* instance, int node, double time);
        /// <summary>Size of a trace, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_graph_trace_size(MienGraphBinding* binding);
        /// <summary>Creates a trace in 64-byte aligned memory; NULL if too small or misaligned.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphTrace* mien_graph_trace_init(MienGraphBinding* binding, void* memory, UIntPtr size);
        /// <summary>Result of a node in the last job that used the trace.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphNodeTrace mien_graph_trace_node(MienGraphTrace* trace, int node);
        /// <summary>Size of the scratch memory for any job on this binding, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_graph_job_scratch_size(MienGraphBinding* binding);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_job_validate(MienGraphJob* job, MienError* error);
        /// <summary>Runs the step. Never allocates.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_job_run(MienGraphJob* job);
        /// <summary>Size of the scratch memory for any batch on this binding, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_graph_batch_job_scratch_size(MienGraphBinding* binding);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_batch_job_validate(MienGraphBatchJob* job, MienError* error);
        /// <summary>Runs the step. Never allocates. Gives the same bits as mien_graph_job_run per character.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_graph_batch_job_run(MienGraphBatchJob* job);
        /// <summary>Loads a mesh pack. Input is untrusted and is checked completely, once. On failure *out_mesh is NULL and error, if given, describes the problem.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_mesh_load(void* data, UIntPtr size, MienLoadOptions* options, MienMesh** out_mesh, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_mesh_destroy(MienMesh* mesh);
        /// <summary>Properties of a mesh.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMeshInfo mien_mesh_info(MienMesh* mesh);
        /// <summary>vertex_count positions, metres.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienVec3* mien_mesh_positions(MienMesh* mesh);
        /// <summary>vertex_count normals, or NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienVec3* mien_mesh_normals(MienMesh* mesh);
        /// <summary>Two numbers per vertex, (0, 0) is the image's upper left corner; or NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern float* mien_mesh_uvs(MienMesh* mesh);
        /// <summary>Four numbers per vertex: linear red, green, blue and opacity; 65535 is 1. They multiply the material's base colour. NULL: all 1.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ushort* mien_mesh_colors(MienMesh* mesh);
        /// <summary>index_count vertices, three per triangle, counterclockwise seen from outside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint* mien_mesh_indices(MienMesh* mesh);
        /// <summary>influence_stride joints per vertex. Unused elements repeat the first joint.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ushort* mien_mesh_vertex_joints(MienMesh* mesh);
        /// <summary>influence_stride weights per vertex, &gt;= 0, with a sum near 1. Unused weights are 0 and last.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern float* mien_mesh_vertex_weights(MienMesh* mesh);
        /// <summary>One submesh by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienSubmesh mien_mesh_submesh(MienMesh* mesh, int submesh);
        /// <summary>One material by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMeshMaterial mien_mesh_material(MienMesh* mesh, int material);
        /// <summary>Location of an image: "faces/skin.png", or "faces/ada.glb#images/0" inside a file.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_mesh_image_name(MienMesh* mesh, int image);
        /// <summary>One morph target by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMorph mien_mesh_morph(MienMesh* mesh, int morph);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_mesh_find_morph(MienMesh* mesh, byte* name);
        /// <summary>Name of a bone used by the joints or the rest pose.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_mesh_bone_name(MienMesh* mesh, int bone);
        /// <summary>-1 if absent.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_mesh_find_bone(MienMesh* mesh, byte* name);
        /// <summary>The mesh's own rest pose: local transforms of the first rest_pose_count bones.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_mesh_rest_pose(MienMesh* mesh);
        /// <summary>One joint by index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMeshJoint mien_mesh_joint(MienMesh* mesh, int joint);
        /// <summary>Binds a mesh to a skeleton's bones and curve table. Missing names are not errors; the binding lists them. Vertices of a missing bone follow the skeleton's first bone, as if fixed to it in the mesh's rest pose. A morph target without a curve keeps its own weight. The binding refers to the mesh, which must outlive it, and copies the skeleton's data.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_mesh_binding_create(MienMesh* mesh, MienSkeleton* skeleton, MienMeshBindingOptions* options, MienMeshBinding** out_binding, MienError* error);
        /// <summary>Accepts NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_mesh_binding_destroy(MienMeshBinding* binding);
        /// <summary>The mesh's rest pose on the skeleton: the skeleton's own, overridden by the mesh's, one local transform per bone of the skeleton. Use it as mesh_rest_pose in MienPoseBindingOptions and MienClipBindingOptions.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_mesh_binding_rest_pose(MienMeshBinding* binding);
        /// <summary>The skeleton's bone for a joint; -1 if missing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_mesh_binding_bone(MienMeshBinding* binding, int joint);
        /// <summary>The skeleton's curve that drives a morph target; -1 if missing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_mesh_binding_curve(MienMeshBinding* binding, int morph);
        /// <summary>Number of rows in the report: missing names.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_mesh_binding_report_count(MienMeshBinding* binding);
        /// <summary>One row of the report.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienFinding mien_mesh_binding_report(MienMeshBinding* binding, int row);
        /// <summary>Makes an actor in its rest pose. On failure *out_actor is NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_create(MienActorDesc* desc, MienActor** out_actor, MienError* error);
        /// <summary>NULL is fine.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_actor_destroy(MienActor* actor);
        /// <summary>Loads the parts from a bundle, in place, and makes an actor that owns them. options may be NULL. A failure in a part starts the error's location with the part's name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_load(MienBundle* bundle, MienActorMembers* members, MienActorOptions* options, MienActor** out_actor, MienError* error);
        /// <summary>Plays a clip from now on; NULL: none. Refused with a graph, which plays its own clips. options may be NULL. On failure the actor plays what it played.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_set_clip(MienActor* actor, MienClip* clip, MienActorClipOptions* options, MienError* error);
        /// <summary>The same for a clip in a bundle, which the actor then owns until it plays another.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_load_clip(MienActor* actor, MienBundle* bundle, byte* name, MienActorClipOptions* options, MienError* error);
        /// <summary>The time of the clip, seconds; 0 with a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double mien_actor_time(MienActor* actor);
        /// <summary>Moves the clip to a time. The next step starts there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_actor_set_time(MienActor* actor, double time);
        /// <summary>Gives a curve of the skeleton a live value. It replaces the clip's; in a graph it comes out of every live input. MIEN_ERROR_ARGUMENT for a bad index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_set_curve(MienActor* actor, int curve, float value);
        /// <summary>The same by name, which is looked up: keep the index where speed counts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_set_curve_named(MienActor* actor, byte* name, float value);
        /// <summary>All live values, to put, remove and clear them by the functions of curve sets.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienCurveSet mien_actor_inputs(MienActor* actor);
        /// <summary>Sets a float, int or bool parameter of the graph by name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_set_number(MienActor* actor, byte* parameter, float value);
        /// <summary>Sets a name or mask parameter of the graph by name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_set_text(MienActor* actor, byte* parameter, byte* text);
        /// <summary>The graph's instance, for what else it can do; NULL without a graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphInstance* mien_actor_instance(MienActor* actor);
        /// <summary>Changes the LOD from the next step on. Bones that it lacks return to rest.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_actor_set_lod(MienActor* actor, int lod);
        /// <summary>Switches the trace on and off, if the actor has one; it starts on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_actor_set_tracing(MienActor* actor, byte is_on);
        /// <summary>Lets seconds pass, then evaluates. Seconds that are not finite count as 0; a clip may run backwards, a graph not. Never allocates.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_actor_step(MienActor* actor, double seconds);
        /// <summary>Goes back to the start: clip time 0, the graph as it was created. Live values stay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_actor_restart(MienActor* actor);
        /// <summary>Local transforms, one per bone of the skeleton.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_actor_bones(MienActor* actor);
        /// <summary>Number of bones at the LOD. The others are at rest.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_actor_bone_count(MienActor* actor);
        /// <summary>Curves of the skeleton's table, after poses or the graph.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienCurveSet mien_actor_curves(MienActor* actor);
        /// <summary>Weights of the mesh's morphs; NULL without a mesh.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern float* mien_actor_morphs(MienActor* actor);
        /// <summary>Weights of a pose asset's poses; NULL for a bad index.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern float* mien_actor_weights(MienActor* actor, int pose_asset);
        /// <summary>Model matrices, one per bone, computed on the first call after a step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMatrix34* mien_actor_model(MienActor* actor);
        /// <summary>Skinning matrices, one per joint of the mesh, computed on the first call after a step; NULL without a mesh.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMatrix34* mien_actor_palette(MienActor* actor);
        /// <summary>Events that the graph's clips crossed in the last step. *out_count is the number that were crossed; at most event_capacity are in the array.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphEvent* mien_actor_events(MienActor* actor, int* out_count);
        /// <summary>What the graph's nodes did in the last step that was traced; NULL without.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraphTrace* mien_actor_trace(MienActor* actor);
        /// <summary>Never NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienSkeleton* mien_actor_skeleton(MienActor* actor);
        /// <summary>May be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMesh* mien_actor_mesh(MienActor* actor);
        /// <summary>May be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienMeshBinding* mien_actor_mesh_binding(MienActor* actor);
        /// <summary>May be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienGraph* mien_actor_graph(MienActor* actor);
        /// <summary>May be NULL.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienClip* mien_actor_clip(MienActor* actor);
        /// <summary>The pose asset at an index; NULL beyond.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienPoseAsset* mien_actor_pose_asset(MienActor* actor, int pose_asset);
        /// <summary>The rest pose: a local transform per bone of the skeleton.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienTransform* mien_actor_rest_pose(MienActor* actor);
        /// <summary>Number of rows in the report of the mesh, the pose assets, the graph and the clip, in this order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_actor_report_count(MienActor* actor);
        /// <summary>One row of the report.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienFinding mien_actor_report(MienActor* actor, int row);
        /// <summary>Settings with a source, or a choice where there is none; seed 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienLifeSettings mien_life_default_settings();
        /// <summary>Creates a generator. allocator may be NULL and must outlive it. MIEN_ERROR_DATA for a number out of range; the error names it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_life_create(MienLifeSettings* settings, MienAllocator* allocator, MienLife** out_life, MienError* error);
        /// <summary>Frees the generator. NULL is allowed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_life_destroy(MienLife* life);
        /// <summary>The name of a curve: eyeBlinkLeft, eyeLookInLeft, ..., headYaw, headPitch, headRoll, breath. NULL out of range.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* mien_life_curve_name(int curve);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_life_job_validate(MienLifeJob* job, MienError* error);
        /// <summary>Runs the job.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_life_job_run(MienLifeJob* job);
        /// <summary>Lists events of one kind with from &lt;= time &lt; to, in order of time, and returns their number. Only the first capacity of them are written; out_events may be NULL if capacity is 0. Blinks that come with large gaze shifts depend on targets and are not listed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int mien_life_events(MienLife* life, MienLifeEventKind kind, byte is_speaking, double from, double to, MienLifeEvent* out_events, int capacity);
        /// <summary>Size of the scratch memory for any job on this asset, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_pose_job_scratch_size(MienPoseAsset* asset);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_pose_job_validate(MienPoseJob* job, MienError* error);
        /// <summary>Runs the job. Never allocates.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_pose_job_run(MienPoseJob* job);
        /// <summary>Number of floats in a tile of bones: channel c of bone b of character k in the tile is at [(b * MIEN_TILE_CHANNELS + c) * MIEN_TILE + k].</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_tile_size(int bone_count);
        /// <summary>Copies a character's pose into lane k of a tile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_tile_write(float* tile, int bone_count, int k, MienTransform* pose);
        /// <summary>Copies lane k of a tile into a character's pose.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void mien_tile_read(float* tile, int bone_count, int k, MienTransform* out_pose);
        /// <summary>Size of the scratch memory for any crowd job on this asset, in bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_crowd_job_scratch_size(MienPoseAsset* asset);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_crowd_job_validate(MienCrowdJob* job, MienError* error);
        /// <summary>Runs the job. Never allocates. Gives the same bits as mien_pose_job_run per character.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_crowd_job_run(MienCrowdJob* job);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_model_job_validate(MienModelJob* job, MienError* error);
        /// <summary>Runs the job. Exact for any scale: unlike transforms composed by mien_transform_compose, matrices keep shear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_model_job_run(MienModelJob* job);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_palette_job_validate(MienPaletteJob* job, MienError* error);
        /// <summary>Runs the job.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_palette_job_run(MienPaletteJob* job);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_morph_job_validate(MienMorphJob* job, MienError* error);
        /// <summary>Runs the job.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_morph_job_run(MienMorphJob* job);
        /// <summary>Size of the scratch memory for any skin job on this mesh, in bytes. Independent of the vertex count.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern UIntPtr mien_skin_job_scratch_size(MienMesh* mesh);
        /// <summary>Checks a job without running it: MIEN_OK, or MIEN_ERROR_ARGUMENT and the reason.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_skin_job_validate(MienSkinJob* job, MienError* error);
        /// <summary>Runs the job.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern MienStatus mien_skin_job_run(MienSkinJob* job);
    }
}
