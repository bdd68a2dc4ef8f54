// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;

namespace Mien
{
    /// <summary>An asset that was loaded from bytes, which are copied, or from a bundle, where it is used in place.</summary>
    public abstract unsafe class Pack : MienObject
    {
        internal delegate MienStatus Loader(void* data, UIntPtr size, MienLoadOptions* options, void** result, MienError* error);

        internal Pack(Handle handle) : base(handle) { }

        internal static Handle Load(byte[] bytes, Loader load, Handle.Destroyer destroy)
        {
            fixed (byte* data = bytes)
            {
                var options = new MienLoadOptions();
                return Load(data, new UIntPtr((uint)bytes.Length), &options, load, destroy, null);
            }
        }

        internal static Handle Load(Bundle bundle, string name, Loader load, Handle.Destroyer destroy)
        {
            MienBundleMember member = bundle.Member(name);
            var options = new MienLoadOptions { borrow_data = true, trust_hash = true }; // the bundle's covers it
            return Load(member.data, member.size, &options, load, destroy, bundle.handle);
        }

        private static Handle Load(void* data, UIntPtr size, MienLoadOptions* options, Loader load, Handle.Destroyer destroy,
                                   Handle keeps)
        {
            void* result = null;
            var error = new MienError();
            MienException.Check(load(data, size, options, &result, &error), ref error);
            return new Handle((IntPtr)result, destroy, keeps);
        }

        internal int Find(string name, Func<IntPtr, int> find)
        {
            fixed (byte* text = Text.From(name))
            {
                int index = find((IntPtr)text);
                GC.KeepAlive(this);
                return index;
            }
        }
    }

    /// <summary>Many named packs.</summary>
    public sealed unsafe class Bundle : Pack
    {
        /// <summary>Reads a file.</summary>
        public Bundle(string path) : this(System.IO.File.ReadAllBytes(path)) { }

        /// <summary>Loads bytes, which are copied.</summary>
        public Bundle(byte[] bytes)
            : base(Load(bytes, (d, s, o, r, e) => Native.mien_bundle_load(d, s, o, (MienBundle**)r, e),
                        p => Native.mien_bundle_destroy((MienBundle*)p)))
        {
        }

        internal MienBundle* C { get { return (MienBundle*)Pointer; } }

        /// <summary>Number of members.</summary>
        public int Count { get { return Native.mien_bundle_count(C); } }

        /// <summary>Names of the members, sorted.</summary>
        public string[] Names { get { return Text.Names(Count, i => Native.mien_bundle_name(C, i)); } }

        /// <summary>Whether there is a member of this name.</summary>
        public bool Contains(string name) { return Find(name, text => Native.mien_bundle_find(C, (byte*)text)) >= 0; }

        /// <summary>The kind of a member.</summary>
        public MienPackKind KindOf(string name) { return Member(name).kind; }

        internal MienBundleMember Member(string name)
        {
            var member = new MienBundleMember();
            var error = new MienError();
            fixed (byte* text = Text.From(name))
                MienException.Check(Native.mien_bundle_get(C, text, &member, &error), ref error);
            return member;
        }
    }

    /// <summary>Bones with parents and a rest pose, and a curve table.</summary>
    public sealed unsafe class Skeleton : Pack
    {
        private static readonly Loader load = (d, s, o, r, e) => Native.mien_skeleton_load(d, s, o, (MienSkeleton**)r, e);
        private static readonly Handle.Destroyer destroy = p => Native.mien_skeleton_destroy((MienSkeleton*)p);

        public Skeleton(byte[] bytes) : base(Load(bytes, load, destroy)) { }
        public Skeleton(Bundle bundle, string name) : base(Load(bundle, name, load, destroy)) { }
        internal Skeleton(MienSkeleton* borrowed, Handle keeps) : base(new Handle((IntPtr)borrowed, null, keeps)) { }
        private Skeleton(Handle handle) : base(handle) { }

        /// <summary>A skeleton of your own engine: results are in your order. Parents come first; -1 for a root.</summary>
        public static Skeleton Create(string[] bones, int[] parents, MienTransform[] restPose, string[] curves)
        {
            if (parents.Length != bones.Length || restPose.Length != bones.Length)
                throw new ArgumentException("every bone needs a parent and a rest transform");
            using (var names = new TextArray(bones, curves))
            fixed (int* parent = parents)
            fixed (MienTransform* rest = restPose)
            {
                var desc = new MienSkeletonDesc { bone_count = bones.Length, curve_count = curves.Length,
                                                  bone_names = names.First, bone_parents = parent, rest_pose = rest,
                                                  curve_names = names.Second };
                MienSkeleton* made = null;
                var error = new MienError();
                MienException.Check(Native.mien_skeleton_create(&desc, &made, &error), ref error);
                return new Skeleton(new Handle((IntPtr)made, destroy));
            }
        }

        internal MienSkeleton* C { get { return (MienSkeleton*)Pointer; } }

        /// <summary>Number of bones at LOD 0.</summary>
        public int BoneCount { get { return Native.mien_skeleton_bone_count(C); } }
        /// <summary>Number of curves in the table.</summary>
        public int CurveCount { get { return Native.mien_skeleton_curve_count(C); } }
        /// <summary>Number of bones at an LOD: the first bones of the skeleton.</summary>
        public int BoneCountAt(int lod) { return Native.mien_skeleton_bone_count_at(C, lod); }
        /// <summary>Names of the bones.</summary>
        public string[] Bones { get { return Text.Names(BoneCount, i => Native.mien_skeleton_bone_name(C, i)); } }
        /// <summary>Names of the curves.</summary>
        public string[] Curves { get { return Text.Names(CurveCount, i => Native.mien_skeleton_curve_name(C, i)); } }
        /// <summary>Index of a bone, or -1.</summary>
        public int Bone(string name) { return Find(name, text => Native.mien_skeleton_find_bone(C, (byte*)text)); }
        /// <summary>Index of a curve, or -1.</summary>
        public int Curve(string name) { return Find(name, text => Native.mien_skeleton_find_curve(C, (byte*)text)); }
        /// <summary>Index of a bone's parent; -1 for a root.</summary>
        public int Parent(int bone) { return Native.mien_skeleton_bone_parent(C, bone); }
        /// <summary>The last LOD that has a bone, or MIEN_ALL_LODS.</summary>
        public int BoneMaxLod(int bone) { return Native.mien_skeleton_bone_max_lod(C, bone); }
        /// <summary>The last LOD that uses a curve, or MIEN_ALL_LODS.</summary>
        public int CurveMaxLod(int curve) { return Native.mien_skeleton_curve_max_lod(C, curve); }
        /// <summary>Local transforms per bone, valid as long as the skeleton.</summary>
        public ReadOnlySpan<MienTransform> RestPose
        {
            get { return new ReadOnlySpan<MienTransform>(Native.mien_skeleton_rest_pose(C), BoneCount); }
        }
    }

    /// <summary>Two lists of texts in one block of memory.</summary>
    internal sealed unsafe class TextArray : IDisposable
    {
        private readonly Block block;
        internal readonly byte** First, Second;

        internal TextArray(string[] first, string[] second)
        {
            var texts = new List<byte[]>();
            long size = 0;
            foreach (string[] list in new[] { first, second })
                foreach (string text in list)
                {
                    texts.Add(Text.From(text));
                    size += texts[texts.Count - 1].Length;
                }
            block = new Block(size + texts.Count * sizeof(byte*));
            First = (byte**)block.Start;
            Second = First + first.Length;
            byte* next = (byte*)(First + texts.Count);
            for (int i = 0; i < texts.Count; ++i)
            {
                First[i] = next;
                foreach (byte b in texts[i])
                    *next++ = b;
            }
        }

        public void Dispose() { block.Dispose(); }
    }

    /// <summary>Named poses for one skeleton, each driven by the curve with its name.</summary>
    public sealed unsafe class PoseAsset : Pack
    {
        private static readonly Loader load = (d, s, o, r, e) => Native.mien_pose_asset_load(d, s, o, (MienPoseAsset**)r, e);
        private static readonly Handle.Destroyer destroy = p => Native.mien_pose_asset_destroy((MienPoseAsset*)p);

        public PoseAsset(byte[] bytes) : base(Load(bytes, load, destroy)) { }
        public PoseAsset(Bundle bundle, string name) : base(Load(bundle, name, load, destroy)) { }

        internal MienPoseAsset* C { get { return (MienPoseAsset*)Pointer; } }

        /// <summary>Counts and properties.</summary>
        public MienPoseAssetInfo Info { get { return Native.mien_pose_asset_info(C); } }
        /// <summary>Names of the poses.</summary>
        public string[] Poses { get { return Text.Names(Info.pose_count, i => Native.mien_pose_asset_pose(C, i).name); } }
        /// <summary>Names of the asset's bones.</summary>
        public string[] Bones { get { return Text.Names(Info.bone_count, i => Native.mien_pose_asset_bone_name(C, i)); } }
        /// <summary>Names of the curves that poses set.</summary>
        public string[] Curves { get { return Text.Names(Info.curve_count, i => Native.mien_pose_asset_curve_name(C, i)); } }
        /// <summary>Index of a pose, or -1.</summary>
        public int Pose(string name) { return Find(name, text => Native.mien_pose_asset_find_pose(C, (byte*)text)); }
    }

    /// <summary>Packed animation: curves, bone tracks and events over time.</summary>
    public sealed unsafe class Clip : Pack
    {
        private static readonly Loader load = (d, s, o, r, e) => Native.mien_clip_load(d, s, o, (MienClip**)r, e);
        private static readonly Handle.Destroyer destroy = p => Native.mien_clip_destroy((MienClip*)p);

        public Clip(byte[] bytes) : base(Load(bytes, load, destroy)) { }
        public Clip(Bundle bundle, string name) : base(Load(bundle, name, load, destroy)) { }

        internal MienClip* C { get { return (MienClip*)Pointer; } }

        /// <summary>Seconds.</summary>
        public double Length { get { return Native.mien_clip_info(C).length; } }
        /// <summary>Path of a sound file, or "".</summary>
        public string Sound { get { return Text.Of(Native.mien_clip_info(C).sound); } }
        /// <summary>Names of the curves.</summary>
        public string[] Curves { get { return Text.Names(Native.mien_clip_info(C).curve_count, i => Native.mien_clip_curve_name(C, i)); } }
        /// <summary>Names of the bones that have tracks.</summary>
        public string[] Bones { get { return Text.Names(Native.mien_clip_info(C).track_count, i => Native.mien_clip_track_bone(C, i)); } }

        /// <summary>Names and times of the events from start to before end, in seconds.</summary>
        public List<KeyValuePair<string, double>> EventsBetween(double start, double end)
        {
            var events = new List<KeyValuePair<string, double>>();
            int last = Native.mien_clip_find_event(C, end);
            for (int i = Native.mien_clip_find_event(C, start); i < last; ++i)
            {
                MienClipEvent row = Native.mien_clip_event(C, i);
                events.Add(new KeyValuePair<string, double>(Text.Of(row.name), row.time));
            }
            return events;
        }
    }

    /// <summary>Vertices, triangles, joints that bind them to bones, and morph targets. Spans are valid as long as the mesh.</summary>
    public sealed unsafe class Mesh : Pack
    {
        private static readonly Loader load = (d, s, o, r, e) => Native.mien_mesh_load(d, s, o, (MienMesh**)r, e);
        private static readonly Handle.Destroyer destroy = p => Native.mien_mesh_destroy((MienMesh*)p);

        public Mesh(byte[] bytes) : base(Load(bytes, load, destroy)) { }
        public Mesh(Bundle bundle, string name) : base(Load(bundle, name, load, destroy)) { }
        internal Mesh(MienMesh* borrowed, Handle keeps) : base(new Handle((IntPtr)borrowed, null, keeps)) { }

        internal MienMesh* C { get { return (MienMesh*)Pointer; } }

        /// <summary>Counts and the bounding box.</summary>
        public MienMeshInfo Info { get { return Native.mien_mesh_info(C); } }
        /// <summary>Positions in metres.</summary>
        public ReadOnlySpan<MienVec3> Positions { get { return new ReadOnlySpan<MienVec3>(Native.mien_mesh_positions(C), Info.vertex_count); } }
        /// <summary>Normals; empty if the mesh has none.</summary>
        public ReadOnlySpan<MienVec3> Normals
        {
            get { return new ReadOnlySpan<MienVec3>(Native.mien_mesh_normals(C), Info.has_normals ? Info.vertex_count : 0); }
        }
        /// <summary>Two numbers per vertex, (0, 0) is the image's upper left corner; empty if the mesh has none.</summary>
        public ReadOnlySpan<float> Uvs { get { return new ReadOnlySpan<float>(Native.mien_mesh_uvs(C), Info.has_uvs ? 2 * Info.vertex_count : 0); } }
        /// <summary>Three vertices per triangle, counterclockwise seen from outside.</summary>
        public ReadOnlySpan<uint> Indices { get { return new ReadOnlySpan<uint>(Native.mien_mesh_indices(C), Info.index_count); } }
        /// <summary>influence_stride joints per vertex.</summary>
        public ReadOnlySpan<ushort> VertexJoints
        {
            get { return new ReadOnlySpan<ushort>(Native.mien_mesh_vertex_joints(C), Info.vertex_count * Info.influence_stride); }
        }
        /// <summary>influence_stride weights per vertex.</summary>
        public ReadOnlySpan<float> VertexWeights
        {
            get { return new ReadOnlySpan<float>(Native.mien_mesh_vertex_weights(C), Info.vertex_count * Info.influence_stride); }
        }
        /// <summary>Four numbers per vertex: linear red, green, blue and opacity, 65535 is 1; empty if the mesh has none.</summary>
        public ReadOnlySpan<ushort> Colors
        {
            get { return new ReadOnlySpan<ushort>(Native.mien_mesh_colors(C), Info.has_colors ? 4 * Info.vertex_count : 0); }
        }
        /// <summary>Triangles with one material, as a range of the indices.</summary>
        public MienSubmesh Submesh(int submesh) { return Native.mien_mesh_submesh(C, submesh); }
        /// <summary>A material; its name is a text of the mesh.</summary>
        public MienMeshMaterial Material(int material) { return Native.mien_mesh_material(C, material); }
        /// <summary>Locations of the images.</summary>
        public string[] Images { get { return Text.Names(Info.image_count, i => Native.mien_mesh_image_name(C, i)); } }
        /// <summary>Local transforms of the first rest_pose_count bones.</summary>
        public ReadOnlySpan<MienTransform> RestPose
        {
            get { return new ReadOnlySpan<MienTransform>(Native.mien_mesh_rest_pose(C), Info.rest_pose_count); }
        }
        /// <summary>Names of the morph targets.</summary>
        public string[] Morphs { get { return Text.Names(Info.morph_count, i => Native.mien_mesh_morph(C, i).name); } }
        /// <summary>Index of a morph target, or -1.</summary>
        public int Morph(string name) { return Find(name, text => Native.mien_mesh_find_morph(C, (byte*)text)); }
        /// <summary>Names of the bones used by the joints or the rest pose.</summary>
        public string[] Bones { get { return Text.Names(Info.bone_count, i => Native.mien_mesh_bone_name(C, i)); } }
        /// <summary>A joint: a bone of the mesh and its inverse bind matrix.</summary>
        public MienMeshJoint Joint(int joint) { return Native.mien_mesh_joint(C, joint); }
    }

    /// <summary>Computes a character's final pose from clips, curves and parameters.</summary>
    public sealed unsafe class Graph : Pack
    {
        private static readonly Loader load = (d, s, o, r, e) => Native.mien_graph_load(d, s, o, (MienGraph**)r, e);
        private static readonly Handle.Destroyer destroy = p => Native.mien_graph_destroy((MienGraph*)p);

        public Graph(byte[] bytes) : base(Load(bytes, load, destroy)) { }
        public Graph(Bundle bundle, string name) : base(Load(bundle, name, load, destroy)) { }
        internal Graph(MienGraph* borrowed, Handle keeps) : base(new Handle((IntPtr)borrowed, null, keeps)) { }

        internal MienGraph* C { get { return (MienGraph*)Pointer; } }

        /// <summary>Counts.</summary>
        public MienGraphInfo Info { get { return Native.mien_graph_info(C); } }
        /// <summary>Ids of the nodes in evaluation order; the last one is the output.</summary>
        public string[] Nodes { get { return Text.Names(Info.node_count, i => Native.mien_graph_node(C, i).id); } }
        /// <summary>Names of the values that your program sets.</summary>
        public string[] Parameters { get { return Text.Names(Info.parameter_count, i => Native.mien_graph_parameter(C, i).name); } }
        /// <summary>Index of a parameter, or -1.</summary>
        public int Parameter(string name) { return Find(name, text => Native.mien_graph_find_parameter(C, (byte*)text)); }
        /// <summary>Paths of the assets in the slots.</summary>
        public string[] Slots { get { return Text.Names(Info.asset_slot_count, i => Native.mien_graph_asset_slot(C, i).path); } }
    }
}
