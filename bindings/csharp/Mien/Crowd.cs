// SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;

namespace Mien
{
    /// <summary>A pose asset on a skeleton.</summary>
    public sealed unsafe class PoseBinding : MienObject
    {
        internal readonly PoseAsset Asset;
        internal readonly Skeleton Skeleton;

        public PoseBinding(PoseAsset asset, Skeleton skeleton) : base(Create(asset, skeleton))
        {
            Asset = asset;
            Skeleton = skeleton;
        }

        private static Handle Create(PoseAsset asset, Skeleton skeleton)
        {
            MienPoseBinding* binding = null;
            var error = new MienError();
            MienException.Check(Native.mien_pose_binding_create(asset.C, skeleton.C, null, &binding, &error), ref error);
            return new Handle((IntPtr)binding, p => Native.mien_pose_binding_destroy((MienPoseBinding*)p), asset.handle);
        }

        internal MienPoseBinding* C { get { return (MienPoseBinding*)Pointer; } }

        /// <summary>Missing names and scaled bones.</summary>
        public List<Finding> Report
        {
            get
            {
                var rows = new List<Finding>();
                for (int i = 0; i < Native.mien_pose_binding_report_count(C); ++i)
                {
                    MienFinding row = Native.mien_pose_binding_report(C, i);
                    rows.Add(new Finding { Kind = row.kind, Name = Text.Of(row.name) });
                }
                return rows;
            }
        }
    }

    /// <summary>Many characters with one pose asset: the same bits as an actor of each. Set curves, run, read bones.</summary>
    public sealed unsafe class Crowd : IDisposable
    {
        private readonly PoseBinding binding;
        private readonly int count, lod, boneCount, curveCount;
        private readonly Block input, bones, curves, scratch;
        private readonly UIntPtr scratchSize;

        public Crowd(PoseBinding binding, int count, int lod = 0)
        {
            this.binding = binding;
            this.count = count;
            this.lod = lod;
            boneCount = binding.Skeleton.BoneCountAt(lod);
            curveCount = binding.Skeleton.CurveCount;
            scratchSize = Native.mien_crowd_job_scratch_size(binding.Asset.C);
            input = new Block(4 * Tiles * (long)TileSize);
            bones = new Block(4 * Tiles * (long)TileSize);
            curves = new Block(4L * Tiles * curveCount * Native.MIEN_TILE);
            scratch = new Block((long)scratchSize.ToUInt64());
            fixed (MienTransform* rest = binding.Skeleton.RestPose)
                for (int character = 0; character < Tiles * Native.MIEN_TILE; ++character)
                    Native.mien_tile_write(Tile(input, character), boneCount, character % Native.MIEN_TILE, rest);
        }

        private int Tiles { get { return (count + Native.MIEN_TILE - 1) / Native.MIEN_TILE; } }
        private ulong TileSize { get { return Native.mien_tile_size(boneCount).ToUInt64(); } }

        private float* Tile(Block block, int character)
        {
            return (float*)block.Start + (ulong)(character / Native.MIEN_TILE) * TileSize;
        }

        private void Check(int character)
        {
            if (bones.IsClosed)
                throw new ObjectDisposedException("Crowd");
            if (character < 0 || character >= count)
                throw new ArgumentOutOfRangeException("character");
        }

        /// <summary>Sets a curve of a character; 0 is absent.</summary>
        public void SetCurve(int character, int curve, float value)
        {
            Check(character);
            if (curve < 0 || curve >= curveCount)
                throw new ArgumentOutOfRangeException("curve");
            ((float*)curves.Start)[((long)(character / Native.MIEN_TILE) * curveCount + curve) * Native.MIEN_TILE +
                                   character % Native.MIEN_TILE] = value;
        }

        /// <summary>Evaluates all characters. Never allocates.</summary>
        public void Run()
        {
            Check(0);
            var job = new MienCrowdJob { asset = binding.Asset.C, binding = binding.C, lod = lod, character_count = count,
                                         bone_count = boneCount, input = (float*)input.Start, out_bones = (float*)bones.Start,
                                         curve_count = curveCount, curves = (float*)curves.Start,
                                         scratch = scratch.Start, scratch_size = scratchSize };
            MienStatus status = Native.mien_crowd_job_run(&job);
            if (status == MienStatus.MIEN_OK)
                return;
            var error = new MienError();
            MienException.Check(Native.mien_crowd_job_validate(&job, &error), ref error);
            throw new MienException(status, "", "the job was refused");
        }

        /// <summary>Copies a character's bones.</summary>
        public void Pose(int character, Span<MienTransform> pose)
        {
            Check(character);
            if (pose.Length < boneCount)
                throw new ArgumentException("a pose needs a transform per bone of the LOD");
            fixed (MienTransform* start = pose)
                Native.mien_tile_read(Tile(bones, character), boneCount, character % Native.MIEN_TILE, start);
        }

        /// <summary>Releases the memory.</summary>
        public void Dispose()
        {
            foreach (Block block in new[] { input, bones, curves, scratch })
                block.Dispose();
        }
    }

    /// <summary>The library itself.</summary>
    public static unsafe class Library
    {
        /// <summary>The version of the loaded library.</summary>
        public static string Version { get { return Text.Of(Native.mien_version()); } }

        /// <summary>Names of the instruction sets that this processor and this library have.</summary>
        public static List<string> Isas
        {
            get
            {
                var names = new List<string>();
                for (MienIsa isa = MienIsa.MIEN_ISA_SCALAR; isa <= MienIsa.MIEN_ISA_WASM128; ++isa)
                    if (Native.mien_isa_is_available(isa) != 0)
                        names.Add(Text.Of(Native.mien_isa_name(isa)));
                return names;
            }
        }

        /// <summary>SHA-256, as stored in packs.</summary>
        public static byte[] Sha256(byte[] bytes)
        {
            var hash = new byte[32];
            fixed (byte* data = bytes)
            fixed (byte* start = hash)
                Native.mien_sha256(data, new UIntPtr((uint)bytes.Length), start);
            return hash;
        }
    }
}
