// SPDX-License-Identifier: MIT

using UnityEngine;

namespace Mien.Unity
{
    /// <summary>Mien is right-handed, Unity left-handed, both with y up and metres. Importers of glTF and FBX mirror x
    /// on the way into Unity, and so does this.</summary>
    public static class UnitySpace
    {
        public static Vector3 Position(MienVec3 v) { return new Vector3(-v.x, v.y, v.z); }
        public static Quaternion Rotation(MienQuat q) { return new Quaternion(q.x, -q.y, -q.z, q.w); }
        public static Vector3 Scale(MienVec3 v) { return new Vector3(v.x, v.y, v.z); }
    }
}
