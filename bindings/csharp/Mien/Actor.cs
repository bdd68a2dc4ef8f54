// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;

namespace Mien
{
    /// <summary>Parts of an actor that you loaded. Only the skeleton is needed.</summary>
    public sealed class ActorParts
    {
        public Skeleton Skeleton;
        /// <summary>For morphs, the palette and the rest pose.</summary>
        public Mesh Mesh;
        /// <summary>Applied one after another. Give these or a graph.</summary>
        public PoseAsset[] Poses = new PoseAsset[0];
        public Graph Graph;
        /// <summary>Clips and pose assets for the graph's slots, in order; null leaves a slot empty.</summary>
        public Pack[] Assets = new Pack[0];
    }

    /// <summary>How to make an actor.</summary>
    public sealed class ActorOptions
    {
        /// <summary>0 is the most detailed.</summary>
        public int Lod;
        /// <summary>Events of a graph that are kept per step, at most 65536.</summary>
        public int EventCapacity = 64;

        internal MienActorOptions C { get { return new MienActorOptions { lod = Lod, event_capacity = EventCapacity }; } }
    }

    /// <summary>A clip event that a graph's step crossed.</summary>
    public struct GraphEvent
    {
        /// <summary>The clip node.</summary>
        public int Node;
        public string Name;
        /// <summary>Weight of the node in the output.</summary>
        public float Weight;
    }

    /// <summary>A name that does not fit, or a scaled bone.</summary>
    public struct Finding
    {
        public MienFindingKind Kind;
        public string Name;
    }

    /// <summary>One character. Step evaluates; then read the results. Spans are valid until the actor is released.</summary>
    public sealed unsafe class Actor : MienObject
    {
        private readonly int boneCount, morphCount, jointCount, eventCapacity;
        private Clip clip; // keeps the clip that plays

        /// <summary>An actor of parts of a bundle, by name. Without a name the skeleton is the only one in it.</summary>
        public Actor(Bundle bundle, string skeleton = null, string mesh = null, string poses = null, string graph = null,
                     ActorOptions options = null)
            : this(Load(bundle, skeleton, mesh, poses, graph, options ?? new ActorOptions()), options)
        {
        }

        /// <summary>An actor of parts that you loaded.</summary>
        public Actor(ActorParts parts, ActorOptions options = null)
            : this(Create(parts, options ?? new ActorOptions()), options)
        {
        }

        private Actor(Handle handle, ActorOptions options) : base(handle)
        {
            eventCapacity = (options ?? new ActorOptions()).EventCapacity;
            boneCount = Native.mien_skeleton_bone_count(Native.mien_actor_skeleton(C));
            MienMesh* mesh = Native.mien_actor_mesh(C);
            if (mesh == null)
                return;
            morphCount = Native.mien_mesh_info(mesh).morph_count;
            jointCount = Native.mien_mesh_info(mesh).joint_count;
        }

        private static Handle Load(Bundle bundle, string skeleton, string mesh, string poses, string graph, ActorOptions options)
        {
            fixed (byte* skeletonText = Text.From(skeleton))
            fixed (byte* meshText = Text.From(mesh))
            fixed (byte* posesText = Text.From(poses))
            fixed (byte* graphText = Text.From(graph))
            {
                var members = new MienActorMembers { skeleton = skeletonText, mesh = meshText, poses = posesText, graph = graphText };
                MienActorOptions native = options.C;
                MienActor* actor = null;
                var error = new MienError();
                MienException.Check(Native.mien_actor_load(bundle.C, &members, &native, &actor, &error), ref error);
                return Own(actor, bundle.handle);
            }
        }

        private static Handle Own(MienActor* actor, params Handle[] keeps)
        {
            return new Handle((IntPtr)actor, p => Native.mien_actor_destroy((MienActor*)p), keeps);
        }

        private static Handle Create(ActorParts parts, ActorOptions options)
        {
            var poses = new IntPtr[parts.Poses.Length];
            var keeps = new List<Handle> { parts.Skeleton.handle };
            for (int i = 0; i < poses.Length; ++i)
            {
                poses[i] = (IntPtr)parts.Poses[i].C;
                keeps.Add(parts.Poses[i].handle);
            }
            keeps.Add(parts.Mesh == null ? null : parts.Mesh.handle);
            keeps.Add(parts.Graph == null ? null : parts.Graph.handle);
            MienGraphAsset[] assets = Rows(parts.Assets, keeps);
            fixed (IntPtr* pose = poses)
            fixed (MienGraphAsset* asset = assets)
            {
                var desc = new MienActorDesc { skeleton = parts.Skeleton.C, mesh = parts.Mesh == null ? null : parts.Mesh.C,
                                               pose_asset_count = poses.Length, pose_assets = (MienPoseAsset**)pose,
                                               graph = parts.Graph == null ? null : parts.Graph.C,
                                               asset_count = assets.Length, assets = asset, options = options.C };
                MienActor* actor = null;
                var error = new MienError();
                MienException.Check(Native.mien_actor_create(&desc, &actor, &error), ref error);
                return Own(actor, keeps.ToArray());
            }
        }

        /// <summary>The assets of a graph's slots, as the library takes them.</summary>
        private static MienGraphAsset[] Rows(Pack[] assets, List<Handle> keeps)
        {
            var rows = new MienGraphAsset[assets.Length];
            for (int i = 0; i < rows.Length; ++i)
            {
                var clip = assets[i] as Clip;
                var poses = assets[i] as PoseAsset;
                rows[i].clip = clip == null ? null : clip.C;
                rows[i].poses = poses == null ? null : poses.C;
                keeps.Add(assets[i] == null ? null : assets[i].handle);
            }
            return rows;
        }

        internal MienActor* C { get { return (MienActor*)Pointer; } }

        /// <summary>Plays a clip from now on; null: none. A graph plays its own clips.</summary>
        public void Play(Clip clip, double time = 0.0, double speed = 1.0, bool loops = false)
        {
            var options = new MienActorClipOptions { time = time, speed = speed, loops = loops };
            var error = new MienError();
            MienException.Check(Native.mien_actor_set_clip(C, clip == null ? null : clip.C, &options, &error), ref error);
            handle.Keep(clip == null ? null : clip.handle);
            handle.Forget(this.clip == null ? null : this.clip.handle);
            this.clip = clip;
        }

        /// <summary>The clip that plays.</summary>
        public Clip Clip { get { return clip; } }

        /// <summary>The time of the clip in seconds. Set it to move the clip.</summary>
        public double Time
        {
            get { return Native.mien_actor_time(C); }
            set { Native.mien_actor_set_time(C, value); }
        }

        /// <summary>Gives a curve a live value, which replaces the clip's.</summary>
        public void SetCurve(int curve, float value)
        {
            MienException.Check(Native.mien_actor_set_curve(C, curve, value), "", "the skeleton has no curve of this index");
        }

        /// <summary>The same by name, which is looked up: keep the index where speed counts.</summary>
        public void SetCurve(string name, float value)
        {
            fixed (byte* text = Text.From(name))
                MienException.Check(Native.mien_actor_set_curve_named(C, text, value), name, "the skeleton has no curve of this name");
        }

        /// <summary>Removes a live value: the clip's counts.</summary>
        public void RemoveCurve(int curve)
        {
            MienCurveSet set = Native.mien_actor_inputs(C);
            Native.mien_curve_set_remove(&set, curve);
        }

        /// <summary>Removes all live values.</summary>
        public void ClearCurves()
        {
            MienCurveSet set = Native.mien_actor_inputs(C);
            Native.mien_curve_set_clear(&set);
        }

        /// <summary>Sets a float, int or bool parameter of the graph.</summary>
        public void SetParameter(string name, float value)
        {
            fixed (byte* text = Text.From(name))
                MienException.Check(Native.mien_actor_set_number(C, text, value), name,
                                    "the graph has no parameter of this name that takes a number");
        }

        /// <summary>Sets a name or mask parameter of the graph.</summary>
        public void SetParameter(string name, string value)
        {
            fixed (byte* text = Text.From(name))
            fixed (byte* given = Text.From(value))
                MienException.Check(Native.mien_actor_set_text(C, text, given), name,
                                    "the graph has no parameter of this name that takes this text");
        }

        /// <summary>Lets seconds pass, then evaluates. Gives the bones. Never allocates.</summary>
        public ReadOnlySpan<MienTransform> Step(double seconds)
        {
            MienStatus status = Native.mien_actor_step(C, seconds);
            if (status != MienStatus.MIEN_OK)
                throw new MienException(status, "", "the step was refused");
            return Bones;
        }

        /// <summary>Goes back to the start: clip time 0, the graph as it was created. Live values stay.</summary>
        public void Restart() { Native.mien_actor_restart(C); }
        /// <summary>Changes the LOD from the next step on. Bones that it lacks return to rest.</summary>
        public void SetLod(int lod) { Native.mien_actor_set_lod(C, lod); }

        /// <summary>Local transforms, one per bone of the skeleton.</summary>
        public ReadOnlySpan<MienTransform> Bones
        {
            get
            {
                var bones = new ReadOnlySpan<MienTransform>(Native.mien_actor_bones(C), boneCount);
                GC.KeepAlive(this);
                return bones;
            }
        }

        /// <summary>Number of bones at the LOD. The others are at rest.</summary>
        public int BoneCount { get { return Native.mien_actor_bone_count(C); } }

        /// <summary>Local transforms of the rest pose.</summary>
        public ReadOnlySpan<MienTransform> RestPose
        {
            get { return new ReadOnlySpan<MienTransform>(Native.mien_actor_rest_pose(C), boneCount); }
        }

        /// <summary>Values of the skeleton's curves after the last step.</summary>
        public ReadOnlySpan<float> Curves
        {
            get
            {
                MienCurveSet set = Native.mien_actor_curves(C);
                return new ReadOnlySpan<float>(set.values, set.count);
            }
        }

        /// <summary>The value of a curve after the last step; null if it is absent.</summary>
        public float? Curve(int curve)
        {
            MienCurveSet set = Native.mien_actor_curves(C);
            return Native.mien_curve_set_has(&set, curve) != 0 ? Native.mien_curve_set_value(&set, curve) : (float?)null;
        }

        /// <summary>Weights of the mesh's morph targets; empty without a mesh.</summary>
        public ReadOnlySpan<float> Morphs { get { return new ReadOnlySpan<float>(Native.mien_actor_morphs(C), morphCount); } }

        /// <summary>Model matrices, three rows of four numbers per bone.</summary>
        public ReadOnlySpan<MienMatrix34> Model { get { return new ReadOnlySpan<MienMatrix34>(Native.mien_actor_model(C), boneCount); } }

        /// <summary>Skinning matrices, three rows of four numbers per joint; empty without a mesh.</summary>
        public ReadOnlySpan<MienMatrix34> Palette { get { return new ReadOnlySpan<MienMatrix34>(Native.mien_actor_palette(C), jointCount); } }

        /// <summary>Events that the graph's clips crossed in the last step, at most EventCapacity.</summary>
        public List<GraphEvent> Events
        {
            get
            {
                int count = 0;
                MienGraphEvent* rows = Native.mien_actor_events(C, &count);
                var events = new List<GraphEvent>();
                for (int i = 0; rows != null && i < Math.Min(count, eventCapacity); ++i)
                    events.Add(new GraphEvent { Node = rows[i].node, Name = Text.Of(rows[i].name), Weight = rows[i].weight });
                return events;
            }
        }

        /// <summary>What does not fit: rows of the mesh, the pose assets, the graph and the clip.</summary>
        public List<Finding> Report
        {
            get
            {
                var rows = new List<Finding>();
                for (int i = 0; i < Native.mien_actor_report_count(C); ++i)
                {
                    MienFinding row = Native.mien_actor_report(C, i);
                    rows.Add(new Finding { Kind = row.kind, Name = Text.Of(row.name) });
                }
                return rows;
            }
        }

        /// <summary>Positions and normals of the posed mesh; normals are null if the mesh has none.</summary>
        public void Skin(out MienVec3[] positions, out MienVec3[] normals)
        {
            MienMesh* mesh = Native.mien_actor_mesh(C);
            if (mesh == null)
                throw new InvalidOperationException("this actor has no mesh");
            MienMeshInfo info = Native.mien_mesh_info(mesh);
            UIntPtr size = Native.mien_skin_job_scratch_size(mesh);
            positions = new MienVec3[info.vertex_count];
            normals = info.has_normals ? new MienVec3[info.vertex_count] : null;
            using (var scratch = new Block((long)size.ToUInt64()))
            fixed (MienVec3* position = positions)
            fixed (MienVec3* normal = normals)
            {
                var job = new MienSkinJob { mesh = mesh, joint_count = info.joint_count, palette = Native.mien_actor_palette(C),
                                            morph_count = info.morph_count, weights = Native.mien_actor_morphs(C),
                                            vertex_count = info.vertex_count, out_positions = position, out_normals = normal,
                                            scratch = scratch.Start, scratch_size = size };
                var error = new MienError();
                MienException.Check(Native.mien_skin_job_validate(&job, &error), ref error);
                MienException.Check(Native.mien_skin_job_run(&job), "", "the job was refused");
            }
        }

        /// <summary>The skeleton.</summary>
        public Skeleton Skeleton { get { return new Skeleton(Native.mien_actor_skeleton(C), handle); } }

        /// <summary>The mesh, or null.</summary>
        public Mesh Mesh
        {
            get
            {
                MienMesh* mesh = Native.mien_actor_mesh(C);
                return mesh == null ? null : new Mesh(mesh, handle);
            }
        }

        /// <summary>The graph, or null.</summary>
        public Graph Graph
        {
            get
            {
                MienGraph* graph = Native.mien_actor_graph(C);
                return graph == null ? null : new Graph(graph, handle);
            }
        }
    }
}
