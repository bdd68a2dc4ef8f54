# SPDX-License-Identifier: MIT
"""libmien through ctypes, in one file to copy: bundles, and faces that play clips.

The structs below are those of the headers, field by field. Objects keep the objects they
use alive; library memory is freed when Python collects them."""

import ctypes
import os
from ctypes import POINTER, byref, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_size_t, c_uint32, c_void_p

library = ctypes.CDLL(os.environ.get("MIEN_LIBRARY", "libmien.so.0"))


class Transform(ctypes.Structure):
    _fields_ = [("rotation", c_float * 4), ("translation", c_float * 3), ("reserved0", c_float),
                ("scale", c_float * 3), ("reserved1", c_float)]


class CurveSet(ctypes.Structure):
    _fields_ = [("count", c_int), ("values", POINTER(c_float)), ("present", POINTER(c_uint32))]


class ErrorInfo(ctypes.Structure):
    _fields_ = [("status", c_int), ("line", c_int), ("column", c_int), ("offset", c_size_t),
                ("location", c_char * 96), ("message", c_char * 160)]


class LoadOptions(ctypes.Structure):
    _fields_ = [("allocator", c_void_p), ("borrow_data", c_bool), ("trust_hash", c_bool), ("isa", c_int)]


class BundleMember(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("kind", c_int), ("version", c_uint32), ("data", c_void_p), ("size", c_size_t)]


class PoseBindingOptions(ctypes.Structure):
    _fields_ = [("allocator", c_void_p), ("mesh_rest_pose", POINTER(Transform))]


class ClipBindingOptions(ctypes.Structure):
    _fields_ = [("allocator", c_void_p), ("mesh_rest_pose", POINTER(Transform)), ("used_curves", c_void_p)]


class ClipInfo(ctypes.Structure):
    _fields_ = [("length", c_double), ("rate", c_int), ("rate_divisor", c_int), ("frame_count", c_int),
                ("curve_count", c_int), ("track_count", c_int), ("event_count", c_int), ("constant_curve_count", c_int),
                ("sound", c_char_p), ("sound_offset", c_double), ("source", c_char_p), ("curve_bytes", c_size_t),
                ("track_bytes", c_size_t), ("isa", c_int)]


class ClipJob(ctypes.Structure):
    _fields_ = [("clip", c_void_p), ("binding", c_void_p), ("cursor", c_void_p), ("time", c_double),
                ("out_curves", CurveSet), ("bone_count", c_int), ("out_bones", POINTER(Transform))]


class PoseJob(ctypes.Structure):
    _fields_ = [("asset", c_void_p), ("binding", c_void_p), ("level", c_int), ("bone_count", c_int),
                ("input", POINTER(Transform)), ("out_bones", POINTER(Transform)), ("curves", CurveSet),
                ("out_curves", CurveSet), ("weights", c_void_p), ("weight_count", c_int), ("layout", c_int),
                ("allow_negative", c_bool), ("write_delta", c_bool), ("out_input_weights", c_void_p),
                ("out_final_weights", c_void_p), ("out_weights", c_void_p), ("scratch", c_void_p), ("scratch_size", c_size_t)]


def declare(result, name, *arguments):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments


declare(c_char_p, "mien_status_name", c_int)
declare(c_int, "mien_file_open", c_char_p, c_void_p, POINTER(c_void_p), POINTER(ErrorInfo))
declare(c_void_p, "mien_file_data", c_void_p)
declare(c_size_t, "mien_file_size", c_void_p)
declare(None, "mien_file_close", c_void_p)
for kind in ("bundle", "skeleton", "mesh", "pose_asset", "clip"):
    declare(c_int, f"mien_{kind}_load", c_void_p, c_size_t, POINTER(LoadOptions), POINTER(c_void_p), POINTER(ErrorInfo))
    declare(None, f"mien_{kind}_destroy", c_void_p)
for kind in ("mesh", "pose", "clip"):
    declare(c_int, f"mien_{kind}_binding_create", c_void_p, c_void_p, c_void_p, POINTER(c_void_p), POINTER(ErrorInfo))
    declare(None, f"mien_{kind}_binding_destroy", c_void_p)
declare(c_int, "mien_bundle_find", c_void_p, c_char_p)
declare(c_int, "mien_bundle_count", c_void_p)
declare(BundleMember, "mien_bundle_member", c_void_p, c_int)
declare(c_int, "mien_skeleton_bone_count", c_void_p)
declare(c_int, "mien_skeleton_curve_count", c_void_p)
declare(c_int, "mien_skeleton_find_bone", c_void_p, c_char_p)
declare(c_int, "mien_skeleton_find_curve", c_void_p, c_char_p)
declare(POINTER(Transform), "mien_mesh_binding_rest_pose", c_void_p)
declare(c_int, "mien_curve_set_words", c_int)
declare(None, "mien_curve_set_clear", POINTER(CurveSet))
declare(ClipInfo, "mien_clip_info", c_void_p)
declare(c_int, "mien_clip_job_run", POINTER(ClipJob))
declare(c_size_t, "mien_pose_job_scratch_size", c_void_p)
declare(c_int, "mien_pose_job_run", POINTER(PoseJob))


class Error(Exception):
    """What went wrong, where, in one sentence."""


def check(status, error=None):
    if status != 0:
        name = library.mien_status_name(status).decode()
        location, message = (error.location.decode(), error.message.decode()) if error else ("", "the job was refused")
        raise Error(f"{name} {location}: {message}")


class Object:
    """Something of the library; keeps what it refers to, and is destroyed before it."""

    def __init__(self, create, destroy, *arguments, keeps=()):
        self.pointer, self.keeps, self.destroy = c_void_p(), keeps, getattr(library, destroy)
        error = ErrorInfo()
        check(getattr(library, create)(*arguments, byref(self.pointer), byref(error)), error)

    def __del__(self):
        self.destroy(self.pointer)


class Bundle(Object):
    """Packs by name, in a file that is mapped and used in place."""

    def __init__(self, path):
        file = Object("mien_file_open", "mien_file_close", os.fsencode(path), None)
        super().__init__("mien_bundle_load", "mien_bundle_destroy", library.mien_file_data(file.pointer),
                         library.mien_file_size(file.pointer), byref(LoadOptions(borrow_data=True)), keeps=(file,))

    def names(self):
        count = library.mien_bundle_count(self.pointer)
        return [library.mien_bundle_member(self.pointer, i).name.decode() for i in range(count)]

    def load(self, kind, name):
        """A skeleton, mesh, pose_asset or clip."""
        index = library.mien_bundle_find(self.pointer, name.encode())
        if index < 0:
            raise Error(f"the bundle has no {name}; it has {', '.join(self.names())}")
        member = library.mien_bundle_member(self.pointer, index)
        return Object(f"mien_{kind}_load", f"mien_{kind}_destroy", member.data, member.size,
                      byref(LoadOptions(borrow_data=True, trust_hash=True)), keeps=(self,))


def bind(kind, asset, skeleton, options=None):
    return Object(f"mien_{kind}_binding_create", f"mien_{kind}_binding_destroy", asset.pointer, skeleton.pointer,
                  byref(options) if options else None, keeps=(asset, skeleton))


class Face:
    """One character and one clip. After evaluate(), bones and values are of that moment."""

    def __init__(self, bundle, name, clip, skeleton="ada.skeleton"):
        self.skeleton = bundle.load("skeleton", skeleton)
        self.poses, self.clip = bundle.load("pose_asset", f"{name}.poses"), bundle.load("clip", f"{clip}.clip")
        self.mesh_binding = bind("mesh", bundle.load("mesh", f"{name}.mesh"), self.skeleton)
        self.reference = library.mien_mesh_binding_rest_pose(self.mesh_binding.pointer)
        self.pose_binding = bind("pose", self.poses, self.skeleton, PoseBindingOptions(mesh_rest_pose=self.reference))
        self.clip_binding = bind("clip", self.clip, self.skeleton, ClipBindingOptions(mesh_rest_pose=self.reference))
        self.length = library.mien_clip_info(self.clip.pointer).length

        self.bone_count = library.mien_skeleton_bone_count(self.skeleton.pointer)
        curve_count = library.mien_skeleton_curve_count(self.skeleton.pointer)
        self.bones = (Transform * self.bone_count)()
        self.values = (c_float * curve_count)()
        self.present = (c_uint32 * library.mien_curve_set_words(curve_count))()
        self.curves = CurveSet(curve_count, self.values, self.present)
        size = library.mien_pose_job_scratch_size(self.poses.pointer)
        self.scratch_memory = ctypes.create_string_buffer(size + 64)
        scratch = (ctypes.addressof(self.scratch_memory) + 63) & ~63  # 64-byte aligned
        self.clip_job = ClipJob(clip=self.clip.pointer, binding=self.clip_binding.pointer, out_curves=self.curves,
                                bone_count=self.bone_count, out_bones=self.bones)
        self.pose_job = PoseJob(asset=self.poses.pointer, binding=self.pose_binding.pointer,
                                bone_count=self.bone_count, input=self.bones, out_bones=self.bones,
                                curves=self.curves, out_curves=self.curves, scratch=scratch, scratch_size=size)

    def bone(self, name):
        return library.mien_skeleton_find_bone(self.skeleton.pointer, name.encode())

    def curve(self, name):
        return library.mien_skeleton_find_curve(self.skeleton.pointer, name.encode())

    def evaluate(self, time):
        ctypes.memmove(self.bones, self.reference, ctypes.sizeof(self.bones))
        library.mien_curve_set_clear(byref(self.curves))
        self.clip_job.time = time
        check(library.mien_clip_job_run(byref(self.clip_job)))
        check(library.mien_pose_job_run(byref(self.pose_job)))
