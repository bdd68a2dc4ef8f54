// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

using System;
using Mien;

public static unsafe class Layouts
{
    public static void Print()
    {
        {
            var s = new MienError();
            Console.WriteLine("MienError 0 " + sizeof(MienError));
            Console.WriteLine("MienError.status " + ((byte*)&s.status - (byte*)&s) + " " + sizeof(MienStatus));
            Console.WriteLine("MienError.line " + ((byte*)&s.line - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienError.column " + ((byte*)&s.column - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienError.offset " + ((byte*)&s.offset - (byte*)&s) + " " + sizeof(UIntPtr));
            Console.WriteLine("MienError.location " + ((byte*)s.location - (byte*)&s) + " " + 96 * sizeof(byte));
            Console.WriteLine("MienError.message " + ((byte*)s.message - (byte*)&s) + " " + 160 * sizeof(byte));
        }
        {
            var s = new MienFinding();
            Console.WriteLine("MienFinding 0 " + sizeof(MienFinding));
            Console.WriteLine("MienFinding.kind " + ((byte*)&s.kind - (byte*)&s) + " " + sizeof(MienFindingKind));
            Console.WriteLine("MienFinding.index " + ((byte*)&s.index - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienFinding.node " + ((byte*)&s.node - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienFinding.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienFinding.factor " + ((byte*)&s.factor - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienAllocator();
            Console.WriteLine("MienAllocator 0 " + sizeof(MienAllocator));
            Console.WriteLine("MienAllocator.user " + ((byte*)&s.user - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienAllocator.allocate " + ((byte*)&s.allocate - (byte*)&s) + " " + sizeof(IntPtr));
            Console.WriteLine("MienAllocator.free " + ((byte*)&s.free - (byte*)&s) + " " + sizeof(IntPtr));
        }
        {
            var s = new MienLoadOptions();
            Console.WriteLine("MienLoadOptions 0 " + sizeof(MienLoadOptions));
            Console.WriteLine("MienLoadOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienLoadOptions.borrow_data " + ((byte*)&s.borrow_data - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienLoadOptions.trust_hash " + ((byte*)&s.trust_hash - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienLoadOptions.isa " + ((byte*)&s.isa - (byte*)&s) + " " + sizeof(MienIsa));
        }
        {
            var s = new MienPackInfo();
            Console.WriteLine("MienPackInfo 0 " + sizeof(MienPackInfo));
            Console.WriteLine("MienPackInfo.version " + ((byte*)&s.version - (byte*)&s) + " " + sizeof(uint));
            Console.WriteLine("MienPackInfo.kind " + ((byte*)&s.kind - (byte*)&s) + " " + sizeof(MienPackKind));
            Console.WriteLine("MienPackInfo.size " + ((byte*)&s.size - (byte*)&s) + " " + sizeof(ulong));
            Console.WriteLine("MienPackInfo.section_count " + ((byte*)&s.section_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPackInfo.hash " + ((byte*)s.hash - (byte*)&s) + " " + 32 * sizeof(byte));
        }
        {
            var s = new MienFileOptions();
            Console.WriteLine("MienFileOptions 0 " + sizeof(MienFileOptions));
            Console.WriteLine("MienFileOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienFileOptions.copy " + ((byte*)&s.copy - (byte*)&s) + " " + sizeof(NativeBool));
        }
        {
            var s = new MienBundleMember();
            Console.WriteLine("MienBundleMember 0 " + sizeof(MienBundleMember));
            Console.WriteLine("MienBundleMember.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienBundleMember.kind " + ((byte*)&s.kind - (byte*)&s) + " " + sizeof(MienPackKind));
            Console.WriteLine("MienBundleMember.version " + ((byte*)&s.version - (byte*)&s) + " " + sizeof(uint));
            Console.WriteLine("MienBundleMember.data " + ((byte*)&s.data - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienBundleMember.size " + ((byte*)&s.size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        {
            var s = new MienCurveSet();
            Console.WriteLine("MienCurveSet 0 " + sizeof(MienCurveSet));
            Console.WriteLine("MienCurveSet.count " + ((byte*)&s.count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienCurveSet.values " + ((byte*)&s.values - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCurveSet.present " + ((byte*)&s.present - (byte*)&s) + " " + sizeof(uint*));
        }
        {
            var s = new MienVec3();
            Console.WriteLine("MienVec3 0 " + sizeof(MienVec3));
            Console.WriteLine("MienVec3.x " + ((byte*)&s.x - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienVec3.y " + ((byte*)&s.y - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienVec3.z " + ((byte*)&s.z - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienQuat();
            Console.WriteLine("MienQuat 0 " + sizeof(MienQuat));
            Console.WriteLine("MienQuat.x " + ((byte*)&s.x - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienQuat.y " + ((byte*)&s.y - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienQuat.z " + ((byte*)&s.z - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienQuat.w " + ((byte*)&s.w - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienTransform();
            Console.WriteLine("MienTransform 0 " + sizeof(MienTransform));
            Console.WriteLine("MienTransform.rotation " + ((byte*)&s.rotation - (byte*)&s) + " " + sizeof(MienQuat));
            Console.WriteLine("MienTransform.translation " + ((byte*)&s.translation - (byte*)&s) + " " + sizeof(MienVec3));
            Console.WriteLine("MienTransform.reserved0 " + ((byte*)&s.reserved0 - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienTransform.scale " + ((byte*)&s.scale - (byte*)&s) + " " + sizeof(MienVec3));
            Console.WriteLine("MienTransform.reserved1 " + ((byte*)&s.reserved1 - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienMatrix34();
            Console.WriteLine("MienMatrix34 0 " + sizeof(MienMatrix34));
            Console.WriteLine("MienMatrix34.m " + ((byte*)s.m - (byte*)&s) + " " + 12 * sizeof(float));
        }
        {
            var s = new MienSkeletonDesc();
            Console.WriteLine("MienSkeletonDesc 0 " + sizeof(MienSkeletonDesc));
            Console.WriteLine("MienSkeletonDesc.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkeletonDesc.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkeletonDesc.bone_names " + ((byte*)&s.bone_names - (byte*)&s) + " " + sizeof(byte**));
            Console.WriteLine("MienSkeletonDesc.bone_parents " + ((byte*)&s.bone_parents - (byte*)&s) + " " + sizeof(int*));
            Console.WriteLine("MienSkeletonDesc.rest_pose " + ((byte*)&s.rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienSkeletonDesc.curve_names " + ((byte*)&s.curve_names - (byte*)&s) + " " + sizeof(byte**));
            Console.WriteLine("MienSkeletonDesc.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
        }
        {
            var s = new MienClipInfo();
            Console.WriteLine("MienClipInfo 0 " + sizeof(MienClipInfo));
            Console.WriteLine("MienClipInfo.length " + ((byte*)&s.length - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienClipInfo.rate " + ((byte*)&s.rate - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.rate_divisor " + ((byte*)&s.rate_divisor - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.frame_count " + ((byte*)&s.frame_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.track_count " + ((byte*)&s.track_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.event_count " + ((byte*)&s.event_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.constant_curve_count " + ((byte*)&s.constant_curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipInfo.sound " + ((byte*)&s.sound - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienClipInfo.sound_offset " + ((byte*)&s.sound_offset - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienClipInfo.source " + ((byte*)&s.source - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienClipInfo.curve_bytes " + ((byte*)&s.curve_bytes - (byte*)&s) + " " + sizeof(UIntPtr));
            Console.WriteLine("MienClipInfo.track_bytes " + ((byte*)&s.track_bytes - (byte*)&s) + " " + sizeof(UIntPtr));
            Console.WriteLine("MienClipInfo.isa " + ((byte*)&s.isa - (byte*)&s) + " " + sizeof(MienIsa));
        }
        {
            var s = new MienClipEvent();
            Console.WriteLine("MienClipEvent 0 " + sizeof(MienClipEvent));
            Console.WriteLine("MienClipEvent.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienClipEvent.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
        }
        {
            var s = new MienClipBindingOptions();
            Console.WriteLine("MienClipBindingOptions 0 " + sizeof(MienClipBindingOptions));
            Console.WriteLine("MienClipBindingOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienClipBindingOptions.mesh_rest_pose " + ((byte*)&s.mesh_rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienClipBindingOptions.used_curves " + ((byte*)&s.used_curves - (byte*)&s) + " " + sizeof(uint*));
        }
        {
            var s = new MienClipJob();
            Console.WriteLine("MienClipJob 0 " + sizeof(MienClipJob));
            Console.WriteLine("MienClipJob.clip " + ((byte*)&s.clip - (byte*)&s) + " " + sizeof(MienClip*));
            Console.WriteLine("MienClipJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienClipBinding*));
            Console.WriteLine("MienClipJob.cursor " + ((byte*)&s.cursor - (byte*)&s) + " " + sizeof(MienClipCursor*));
            Console.WriteLine("MienClipJob.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienClipJob.out_curves " + ((byte*)&s.out_curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienClipJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienClipJob.out_bones " + ((byte*)&s.out_bones - (byte*)&s) + " " + sizeof(MienTransform*));
        }
        {
            var s = new MienPoseAssetInfo();
            Console.WriteLine("MienPoseAssetInfo 0 " + sizeof(MienPoseAssetInfo));
            Console.WriteLine("MienPoseAssetInfo.pose_count " + ((byte*)&s.pose_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseAssetInfo.driven_pose_count " + ((byte*)&s.driven_pose_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseAssetInfo.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseAssetInfo.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseAssetInfo.entry_count " + ((byte*)&s.entry_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseAssetInfo.is_additive " + ((byte*)&s.is_additive - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseAssetInfo.is_unreal " + ((byte*)&s.is_unreal - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseAssetInfo.has_scale " + ((byte*)&s.has_scale - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseAssetInfo.extent " + ((byte*)&s.extent - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienPoseAssetInfo.isa " + ((byte*)&s.isa - (byte*)&s) + " " + sizeof(MienIsa));
        }
        {
            var s = new MienPoseInfo();
            Console.WriteLine("MienPoseInfo 0 " + sizeof(MienPoseInfo));
            Console.WriteLine("MienPoseInfo.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienPoseInfo.driven_pose " + ((byte*)&s.driven_pose - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseInfo.is_inbetween " + ((byte*)&s.is_inbetween - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseInfo.position " + ((byte*)&s.position - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienPoseInfo.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseInfo.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienDrivenPose();
            Console.WriteLine("MienDrivenPose 0 " + sizeof(MienDrivenPose));
            Console.WriteLine("MienDrivenPose.pose " + ((byte*)&s.pose - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienDrivenPose.min " + ((byte*)&s.min - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienDrivenPose.max " + ((byte*)&s.max - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienDrivenPose.group " + ((byte*)&s.group - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienPoseBindingOptions();
            Console.WriteLine("MienPoseBindingOptions 0 " + sizeof(MienPoseBindingOptions));
            Console.WriteLine("MienPoseBindingOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienPoseBindingOptions.mesh_rest_pose " + ((byte*)&s.mesh_rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
        }
        {
            var s = new MienGraphInfo();
            Console.WriteLine("MienGraphInfo 0 " + sizeof(MienGraphInfo));
            Console.WriteLine("MienGraphInfo.node_count " + ((byte*)&s.node_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.parameter_count " + ((byte*)&s.parameter_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.asset_slot_count " + ((byte*)&s.asset_slot_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.mask_count " + ((byte*)&s.mask_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.live_input_count " + ((byte*)&s.live_input_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.input_pose_count " + ((byte*)&s.input_pose_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphInfo.buffer_count " + ((byte*)&s.buffer_count - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienGraphNodeInfo();
            Console.WriteLine("MienGraphNodeInfo 0 " + sizeof(MienGraphNodeInfo));
            Console.WriteLine("MienGraphNodeInfo.id " + ((byte*)&s.id - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienGraphNodeInfo.type " + ((byte*)&s.type - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienGraphNodeInfo.is_delta " + ((byte*)&s.is_delta - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienGraphNodeInfo.input_count " + ((byte*)&s.input_count - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienGraphParameter();
            Console.WriteLine("MienGraphParameter 0 " + sizeof(MienGraphParameter));
            Console.WriteLine("MienGraphParameter.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienGraphParameter.type " + ((byte*)&s.type - (byte*)&s) + " " + sizeof(MienGraphValueType));
            Console.WriteLine("MienGraphParameter.number " + ((byte*)&s.number - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienGraphParameter.text " + ((byte*)&s.text - (byte*)&s) + " " + sizeof(byte*));
        }
        {
            var s = new MienGraphAssetSlot();
            Console.WriteLine("MienGraphAssetSlot 0 " + sizeof(MienGraphAssetSlot));
            Console.WriteLine("MienGraphAssetSlot.type " + ((byte*)&s.type - (byte*)&s) + " " + sizeof(MienGraphValueType));
            Console.WriteLine("MienGraphAssetSlot.path " + ((byte*)&s.path - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienGraphAssetSlot.node " + ((byte*)&s.node - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphAssetSlot.parameter " + ((byte*)&s.parameter - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphAssetSlot.needs_additive " + ((byte*)&s.needs_additive - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienGraphAssetSlot.needs_absolute " + ((byte*)&s.needs_absolute - (byte*)&s) + " " + sizeof(NativeBool));
        }
        {
            var s = new MienGraphDriverInfo();
            Console.WriteLine("MienGraphDriverInfo 0 " + sizeof(MienGraphDriverInfo));
            Console.WriteLine("MienGraphDriverInfo.target_count " + ((byte*)&s.target_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphDriverInfo.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphDriverInfo.radius " + ((byte*)&s.radius - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienGraphDriverInfo.condition " + ((byte*)&s.condition - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienGraphDriverInfo.lambda " + ((byte*)&s.lambda - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienGraphDriverInfo.target_error " + ((byte*)&s.target_error - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienGraphDriverInfo.is_invalid " + ((byte*)&s.is_invalid - (byte*)&s) + " " + sizeof(NativeBool));
        }
        {
            var s = new MienGraphAsset();
            Console.WriteLine("MienGraphAsset 0 " + sizeof(MienGraphAsset));
            Console.WriteLine("MienGraphAsset.clip " + ((byte*)&s.clip - (byte*)&s) + " " + sizeof(MienClip*));
            Console.WriteLine("MienGraphAsset.poses " + ((byte*)&s.poses - (byte*)&s) + " " + sizeof(MienPoseAsset*));
        }
        {
            var s = new MienGraphBindingOptions();
            Console.WriteLine("MienGraphBindingOptions 0 " + sizeof(MienGraphBindingOptions));
            Console.WriteLine("MienGraphBindingOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienGraphBindingOptions.mesh_rest_pose " + ((byte*)&s.mesh_rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienGraphBindingOptions.asset_count " + ((byte*)&s.asset_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBindingOptions.assets " + ((byte*)&s.assets - (byte*)&s) + " " + sizeof(MienGraphAsset*));
        }
        {
            var s = new MienGraphEvent();
            Console.WriteLine("MienGraphEvent 0 " + sizeof(MienGraphEvent));
            Console.WriteLine("MienGraphEvent.node " + ((byte*)&s.node - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphEvent.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienGraphEvent.weight " + ((byte*)&s.weight - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienGraphNodeTrace();
            Console.WriteLine("MienGraphNodeTrace 0 " + sizeof(MienGraphNodeTrace));
            Console.WriteLine("MienGraphNodeTrace.is_live " + ((byte*)&s.is_live - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienGraphNodeTrace.weight " + ((byte*)&s.weight - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienGraphNodeTrace.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienGraphNodeTrace.bones " + ((byte*)&s.bones - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienGraphNodeTrace.curves " + ((byte*)&s.curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienGraphNodeTrace.weight_count " + ((byte*)&s.weight_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphNodeTrace.weights " + ((byte*)&s.weights - (byte*)&s) + " " + sizeof(float*));
        }
        {
            var s = new MienGraphJob();
            Console.WriteLine("MienGraphJob 0 " + sizeof(MienGraphJob));
            Console.WriteLine("MienGraphJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienGraphBinding*));
            Console.WriteLine("MienGraphJob.instance " + ((byte*)&s.instance - (byte*)&s) + " " + sizeof(MienGraphInstance*));
            Console.WriteLine("MienGraphJob.step " + ((byte*)&s.step - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienGraphJob.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphJob.out_bones " + ((byte*)&s.out_bones - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienGraphJob.out_curves " + ((byte*)&s.out_curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienGraphJob.event_capacity " + ((byte*)&s.event_capacity - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphJob.out_events " + ((byte*)&s.out_events - (byte*)&s) + " " + sizeof(MienGraphEvent*));
            Console.WriteLine("MienGraphJob.out_event_count " + ((byte*)&s.out_event_count - (byte*)&s) + " " + sizeof(int*));
            Console.WriteLine("MienGraphJob.trace " + ((byte*)&s.trace - (byte*)&s) + " " + sizeof(MienGraphTrace*));
            Console.WriteLine("MienGraphJob.scratch " + ((byte*)&s.scratch - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienGraphJob.scratch_size " + ((byte*)&s.scratch_size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        {
            var s = new MienGraphBatchJob();
            Console.WriteLine("MienGraphBatchJob 0 " + sizeof(MienGraphBatchJob));
            Console.WriteLine("MienGraphBatchJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienGraphBinding*));
            Console.WriteLine("MienGraphBatchJob.instance_count " + ((byte*)&s.instance_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBatchJob.instances " + ((byte*)&s.instances - (byte*)&s) + " " + sizeof(MienGraphInstance**));
            Console.WriteLine("MienGraphBatchJob.step " + ((byte*)&s.step - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienGraphBatchJob.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBatchJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBatchJob.out_bones " + ((byte*)&s.out_bones - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienGraphBatchJob.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBatchJob.out_curves " + ((byte*)&s.out_curves - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienGraphBatchJob.out_present " + ((byte*)&s.out_present - (byte*)&s) + " " + sizeof(ushort*));
            Console.WriteLine("MienGraphBatchJob.event_capacity " + ((byte*)&s.event_capacity - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienGraphBatchJob.out_events " + ((byte*)&s.out_events - (byte*)&s) + " " + sizeof(MienGraphEvent*));
            Console.WriteLine("MienGraphBatchJob.out_event_owners " + ((byte*)&s.out_event_owners - (byte*)&s) + " " + sizeof(int*));
            Console.WriteLine("MienGraphBatchJob.out_event_count " + ((byte*)&s.out_event_count - (byte*)&s) + " " + sizeof(int*));
            Console.WriteLine("MienGraphBatchJob.scratch " + ((byte*)&s.scratch - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienGraphBatchJob.scratch_size " + ((byte*)&s.scratch_size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        {
            var s = new MienMeshInfo();
            Console.WriteLine("MienMeshInfo 0 " + sizeof(MienMeshInfo));
            Console.WriteLine("MienMeshInfo.vertex_count " + ((byte*)&s.vertex_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.index_count " + ((byte*)&s.index_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.influence_count " + ((byte*)&s.influence_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.influence_stride " + ((byte*)&s.influence_stride - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.joint_count " + ((byte*)&s.joint_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.rest_pose_count " + ((byte*)&s.rest_pose_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.morph_count " + ((byte*)&s.morph_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.morph_vertex_count " + ((byte*)&s.morph_vertex_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.submesh_count " + ((byte*)&s.submesh_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.material_count " + ((byte*)&s.material_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.image_count " + ((byte*)&s.image_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshInfo.has_normals " + ((byte*)&s.has_normals - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienMeshInfo.has_uvs " + ((byte*)&s.has_uvs - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienMeshInfo.has_colors " + ((byte*)&s.has_colors - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienMeshInfo.min " + ((byte*)&s.min - (byte*)&s) + " " + sizeof(MienVec3));
            Console.WriteLine("MienMeshInfo.max " + ((byte*)&s.max - (byte*)&s) + " " + sizeof(MienVec3));
            Console.WriteLine("MienMeshInfo.isa " + ((byte*)&s.isa - (byte*)&s) + " " + sizeof(MienIsa));
        }
        {
            var s = new MienSubmesh();
            Console.WriteLine("MienSubmesh 0 " + sizeof(MienSubmesh));
            Console.WriteLine("MienSubmesh.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienSubmesh.material " + ((byte*)&s.material - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSubmesh.first_index " + ((byte*)&s.first_index - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSubmesh.index_count " + ((byte*)&s.index_count - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienMeshMaterial();
            Console.WriteLine("MienMeshMaterial 0 " + sizeof(MienMeshMaterial));
            Console.WriteLine("MienMeshMaterial.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienMeshMaterial.base_color " + ((byte*)s.base_color - (byte*)&s) + " " + 4 * sizeof(float));
            Console.WriteLine("MienMeshMaterial.roughness " + ((byte*)&s.roughness - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienMeshMaterial.metallic " + ((byte*)&s.metallic - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienMeshMaterial.image " + ((byte*)&s.image - (byte*)&s) + " " + sizeof(int));
        }
        {
            var s = new MienMorph();
            Console.WriteLine("MienMorph 0 " + sizeof(MienMorph));
            Console.WriteLine("MienMorph.name " + ((byte*)&s.name - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienMorph.weight " + ((byte*)&s.weight - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienMorph.vertex_count " + ((byte*)&s.vertex_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMorph.vertices " + ((byte*)&s.vertices - (byte*)&s) + " " + sizeof(uint*));
            Console.WriteLine("MienMorph.positions " + ((byte*)&s.positions - (byte*)&s) + " " + sizeof(MienVec3*));
            Console.WriteLine("MienMorph.normals " + ((byte*)&s.normals - (byte*)&s) + " " + sizeof(MienVec3*));
        }
        {
            var s = new MienMeshJoint();
            Console.WriteLine("MienMeshJoint 0 " + sizeof(MienMeshJoint));
            Console.WriteLine("MienMeshJoint.bone " + ((byte*)&s.bone - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMeshJoint.inverse " + ((byte*)&s.inverse - (byte*)&s) + " " + sizeof(MienMatrix34));
        }
        {
            var s = new MienMeshBindingOptions();
            Console.WriteLine("MienMeshBindingOptions 0 " + sizeof(MienMeshBindingOptions));
            Console.WriteLine("MienMeshBindingOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
        }
        {
            var s = new MienActorOptions();
            Console.WriteLine("MienActorOptions 0 " + sizeof(MienActorOptions));
            Console.WriteLine("MienActorOptions.allocator " + ((byte*)&s.allocator - (byte*)&s) + " " + sizeof(MienAllocator*));
            Console.WriteLine("MienActorOptions.rest_pose " + ((byte*)&s.rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienActorOptions.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienActorOptions.event_capacity " + ((byte*)&s.event_capacity - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienActorOptions.has_trace " + ((byte*)&s.has_trace - (byte*)&s) + " " + sizeof(NativeBool));
        }
        {
            var s = new MienActorDesc();
            Console.WriteLine("MienActorDesc 0 " + sizeof(MienActorDesc));
            Console.WriteLine("MienActorDesc.skeleton " + ((byte*)&s.skeleton - (byte*)&s) + " " + sizeof(MienSkeleton*));
            Console.WriteLine("MienActorDesc.mesh " + ((byte*)&s.mesh - (byte*)&s) + " " + sizeof(MienMesh*));
            Console.WriteLine("MienActorDesc.pose_asset_count " + ((byte*)&s.pose_asset_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienActorDesc.pose_assets " + ((byte*)&s.pose_assets - (byte*)&s) + " " + sizeof(MienPoseAsset**));
            Console.WriteLine("MienActorDesc.graph " + ((byte*)&s.graph - (byte*)&s) + " " + sizeof(MienGraph*));
            Console.WriteLine("MienActorDesc.asset_count " + ((byte*)&s.asset_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienActorDesc.assets " + ((byte*)&s.assets - (byte*)&s) + " " + sizeof(MienGraphAsset*));
            Console.WriteLine("MienActorDesc.options " + ((byte*)&s.options - (byte*)&s) + " " + sizeof(MienActorOptions));
        }
        {
            var s = new MienActorMembers();
            Console.WriteLine("MienActorMembers 0 " + sizeof(MienActorMembers));
            Console.WriteLine("MienActorMembers.skeleton " + ((byte*)&s.skeleton - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienActorMembers.mesh " + ((byte*)&s.mesh - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienActorMembers.poses " + ((byte*)&s.poses - (byte*)&s) + " " + sizeof(byte*));
            Console.WriteLine("MienActorMembers.graph " + ((byte*)&s.graph - (byte*)&s) + " " + sizeof(byte*));
        }
        {
            var s = new MienActorClipOptions();
            Console.WriteLine("MienActorClipOptions 0 " + sizeof(MienActorClipOptions));
            Console.WriteLine("MienActorClipOptions.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienActorClipOptions.speed " + ((byte*)&s.speed - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienActorClipOptions.loops " + ((byte*)&s.loops - (byte*)&s) + " " + sizeof(NativeBool));
        }
        {
            var s = new MienLifeManner();
            Console.WriteLine("MienLifeManner 0 " + sizeof(MienLifeManner));
            Console.WriteLine("MienLifeManner.blink_rate " + ((byte*)&s.blink_rate - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeManner.look_time " + ((byte*)&s.look_time - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeManner.away_time " + ((byte*)&s.away_time - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeManner.breath_rate " + ((byte*)&s.breath_rate - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeManner.inhale " + ((byte*)&s.inhale - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeManner.head_sway " + ((byte*)&s.head_sway - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienLifeSettings();
            Console.WriteLine("MienLifeSettings 0 " + sizeof(MienLifeSettings));
            Console.WriteLine("MienLifeSettings.seed " + ((byte*)&s.seed - (byte*)&s) + " " + sizeof(uint));
            Console.WriteLine("MienLifeSettings.listening " + ((byte*)&s.listening - (byte*)&s) + " " + sizeof(MienLifeManner));
            Console.WriteLine("MienLifeSettings.speaking " + ((byte*)&s.speaking - (byte*)&s) + " " + sizeof(MienLifeManner));
            Console.WriteLine("MienLifeSettings.blink_spread " + ((byte*)&s.blink_spread - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_least " + ((byte*)&s.blink_least - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_closing " + ((byte*)&s.blink_closing - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_closed " + ((byte*)&s.blink_closed - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_opening " + ((byte*)&s.blink_opening - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_complete " + ((byte*)&s.blink_complete - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_shift " + ((byte*)&s.blink_shift - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.blink_shift_chance " + ((byte*)&s.blink_shift_chance - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.gaze_spread " + ((byte*)&s.gaze_spread - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.away_size " + ((byte*)&s.away_size - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.away_limit " + ((byte*)&s.away_limit - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.away_distance " + ((byte*)&s.away_distance - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.glance_time " + ((byte*)&s.glance_time - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.glance_size " + ((byte*)&s.glance_size - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.saccade_base " + ((byte*)&s.saccade_base - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.saccade_slope " + ((byte*)&s.saccade_slope - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.vergence_time " + ((byte*)&s.vergence_time - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.eye_distance " + ((byte*)&s.eye_distance - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.eye_limit " + ((byte*)&s.eye_limit - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_follow " + ((byte*)&s.head_follow - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_time " + ((byte*)&s.head_time - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_sway_rate " + ((byte*)&s.head_sway_rate - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.breath_spread " + ((byte*)&s.breath_spread - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.breath_nod " + ((byte*)&s.breath_nod - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.look_side " + ((byte*)&s.look_side - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.look_up " + ((byte*)&s.look_up - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.look_down " + ((byte*)&s.look_down - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_yaw " + ((byte*)&s.head_yaw - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_pitch " + ((byte*)&s.head_pitch - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeSettings.head_roll " + ((byte*)&s.head_roll - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienLifeJob();
            Console.WriteLine("MienLifeJob 0 " + sizeof(MienLifeJob));
            Console.WriteLine("MienLifeJob.life " + ((byte*)&s.life - (byte*)&s) + " " + sizeof(MienLife*));
            Console.WriteLine("MienLifeJob.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienLifeJob.speaking " + ((byte*)&s.speaking - (byte*)&s) + " " + sizeof(float));
            Console.WriteLine("MienLifeJob.target_count " + ((byte*)&s.target_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienLifeJob.targets " + ((byte*)&s.targets - (byte*)&s) + " " + sizeof(MienVec3*));
            Console.WriteLine("MienLifeJob.out_values " + ((byte*)&s.out_values - (byte*)&s) + " " + sizeof(float*));
        }
        {
            var s = new MienLifeEvent();
            Console.WriteLine("MienLifeEvent 0 " + sizeof(MienLifeEvent));
            Console.WriteLine("MienLifeEvent.kind " + ((byte*)&s.kind - (byte*)&s) + " " + sizeof(MienLifeEventKind));
            Console.WriteLine("MienLifeEvent.time " + ((byte*)&s.time - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienLifeEvent.duration " + ((byte*)&s.duration - (byte*)&s) + " " + sizeof(double));
            Console.WriteLine("MienLifeEvent.size " + ((byte*)&s.size - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienPoseWeight();
            Console.WriteLine("MienPoseWeight 0 " + sizeof(MienPoseWeight));
            Console.WriteLine("MienPoseWeight.pose " + ((byte*)&s.pose - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseWeight.weight " + ((byte*)&s.weight - (byte*)&s) + " " + sizeof(float));
        }
        {
            var s = new MienPoseJob();
            Console.WriteLine("MienPoseJob 0 " + sizeof(MienPoseJob));
            Console.WriteLine("MienPoseJob.asset " + ((byte*)&s.asset - (byte*)&s) + " " + sizeof(MienPoseAsset*));
            Console.WriteLine("MienPoseJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienPoseBinding*));
            Console.WriteLine("MienPoseJob.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseJob.input " + ((byte*)&s.input - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienPoseJob.out_bones " + ((byte*)&s.out_bones - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienPoseJob.curves " + ((byte*)&s.curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienPoseJob.out_curves " + ((byte*)&s.out_curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienPoseJob.weights " + ((byte*)&s.weights - (byte*)&s) + " " + sizeof(MienPoseWeight*));
            Console.WriteLine("MienPoseJob.weight_count " + ((byte*)&s.weight_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPoseJob.layout " + ((byte*)&s.layout - (byte*)&s) + " " + sizeof(MienPoseLayout));
            Console.WriteLine("MienPoseJob.allow_negative " + ((byte*)&s.allow_negative - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseJob.write_delta " + ((byte*)&s.write_delta - (byte*)&s) + " " + sizeof(NativeBool));
            Console.WriteLine("MienPoseJob.out_input_weights " + ((byte*)&s.out_input_weights - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienPoseJob.out_final_weights " + ((byte*)&s.out_final_weights - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienPoseJob.out_weights " + ((byte*)&s.out_weights - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienPoseJob.scratch " + ((byte*)&s.scratch - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienPoseJob.scratch_size " + ((byte*)&s.scratch_size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        {
            var s = new MienCrowdJob();
            Console.WriteLine("MienCrowdJob 0 " + sizeof(MienCrowdJob));
            Console.WriteLine("MienCrowdJob.asset " + ((byte*)&s.asset - (byte*)&s) + " " + sizeof(MienPoseAsset*));
            Console.WriteLine("MienCrowdJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienPoseBinding*));
            Console.WriteLine("MienCrowdJob.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienCrowdJob.character_count " + ((byte*)&s.character_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienCrowdJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienCrowdJob.input " + ((byte*)&s.input - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCrowdJob.out_bones " + ((byte*)&s.out_bones - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCrowdJob.curve_count " + ((byte*)&s.curve_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienCrowdJob.curves " + ((byte*)&s.curves - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCrowdJob.present " + ((byte*)&s.present - (byte*)&s) + " " + sizeof(ushort*));
            Console.WriteLine("MienCrowdJob.out_curves " + ((byte*)&s.out_curves - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCrowdJob.out_present " + ((byte*)&s.out_present - (byte*)&s) + " " + sizeof(ushort*));
            Console.WriteLine("MienCrowdJob.out_weights " + ((byte*)&s.out_weights - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienCrowdJob.scratch " + ((byte*)&s.scratch - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienCrowdJob.scratch_size " + ((byte*)&s.scratch_size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        {
            var s = new MienModelJob();
            Console.WriteLine("MienModelJob 0 " + sizeof(MienModelJob));
            Console.WriteLine("MienModelJob.skeleton " + ((byte*)&s.skeleton - (byte*)&s) + " " + sizeof(MienSkeleton*));
            Console.WriteLine("MienModelJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienModelJob.local_count " + ((byte*)&s.local_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienModelJob.local " + ((byte*)&s.local - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienModelJob.rest_pose " + ((byte*)&s.rest_pose - (byte*)&s) + " " + sizeof(MienTransform*));
            Console.WriteLine("MienModelJob.out_model " + ((byte*)&s.out_model - (byte*)&s) + " " + sizeof(MienMatrix34*));
        }
        {
            var s = new MienPaletteJob();
            Console.WriteLine("MienPaletteJob 0 " + sizeof(MienPaletteJob));
            Console.WriteLine("MienPaletteJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienMeshBinding*));
            Console.WriteLine("MienPaletteJob.bone_count " + ((byte*)&s.bone_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPaletteJob.model " + ((byte*)&s.model - (byte*)&s) + " " + sizeof(MienMatrix34*));
            Console.WriteLine("MienPaletteJob.joint_count " + ((byte*)&s.joint_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienPaletteJob.out_palette " + ((byte*)&s.out_palette - (byte*)&s) + " " + sizeof(MienMatrix34*));
        }
        {
            var s = new MienMorphJob();
            Console.WriteLine("MienMorphJob 0 " + sizeof(MienMorphJob));
            Console.WriteLine("MienMorphJob.binding " + ((byte*)&s.binding - (byte*)&s) + " " + sizeof(MienMeshBinding*));
            Console.WriteLine("MienMorphJob.lod " + ((byte*)&s.lod - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMorphJob.curves " + ((byte*)&s.curves - (byte*)&s) + " " + sizeof(MienCurveSet));
            Console.WriteLine("MienMorphJob.morph_count " + ((byte*)&s.morph_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienMorphJob.out_weights " + ((byte*)&s.out_weights - (byte*)&s) + " " + sizeof(float*));
        }
        {
            var s = new MienSkinJob();
            Console.WriteLine("MienSkinJob 0 " + sizeof(MienSkinJob));
            Console.WriteLine("MienSkinJob.mesh " + ((byte*)&s.mesh - (byte*)&s) + " " + sizeof(MienMesh*));
            Console.WriteLine("MienSkinJob.joint_count " + ((byte*)&s.joint_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkinJob.palette " + ((byte*)&s.palette - (byte*)&s) + " " + sizeof(MienMatrix34*));
            Console.WriteLine("MienSkinJob.morph_count " + ((byte*)&s.morph_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkinJob.weights " + ((byte*)&s.weights - (byte*)&s) + " " + sizeof(float*));
            Console.WriteLine("MienSkinJob.first_vertex " + ((byte*)&s.first_vertex - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkinJob.vertex_count " + ((byte*)&s.vertex_count - (byte*)&s) + " " + sizeof(int));
            Console.WriteLine("MienSkinJob.out_positions " + ((byte*)&s.out_positions - (byte*)&s) + " " + sizeof(MienVec3*));
            Console.WriteLine("MienSkinJob.out_normals " + ((byte*)&s.out_normals - (byte*)&s) + " " + sizeof(MienVec3*));
            Console.WriteLine("MienSkinJob.scratch " + ((byte*)&s.scratch - (byte*)&s) + " " + sizeof(void*));
            Console.WriteLine("MienSkinJob.scratch_size " + ((byte*)&s.scratch_size - (byte*)&s) + " " + sizeof(UIntPtr));
        }
        Console.WriteLine("MIEN_OK " + (int)MienStatus.MIEN_OK);
        Console.WriteLine("MIEN_ERROR_ARGUMENT " + (int)MienStatus.MIEN_ERROR_ARGUMENT);
        Console.WriteLine("MIEN_ERROR_MEMORY " + (int)MienStatus.MIEN_ERROR_MEMORY);
        Console.WriteLine("MIEN_ERROR_FILE " + (int)MienStatus.MIEN_ERROR_FILE);
        Console.WriteLine("MIEN_ERROR_CORRUPT " + (int)MienStatus.MIEN_ERROR_CORRUPT);
        Console.WriteLine("MIEN_ERROR_HASH " + (int)MienStatus.MIEN_ERROR_HASH);
        Console.WriteLine("MIEN_ERROR_VERSION " + (int)MienStatus.MIEN_ERROR_VERSION);
        Console.WriteLine("MIEN_ERROR_KIND " + (int)MienStatus.MIEN_ERROR_KIND);
        Console.WriteLine("MIEN_ERROR_HOST " + (int)MienStatus.MIEN_ERROR_HOST);
        Console.WriteLine("MIEN_ERROR_LIMIT " + (int)MienStatus.MIEN_ERROR_LIMIT);
        Console.WriteLine("MIEN_ERROR_DATA " + (int)MienStatus.MIEN_ERROR_DATA);
        Console.WriteLine("MIEN_ERROR_CANCELLED " + (int)MienStatus.MIEN_ERROR_CANCELLED);
        Console.WriteLine("MIEN_FINDING_MISSING_ASSET " + (int)MienFindingKind.MIEN_FINDING_MISSING_ASSET);
        Console.WriteLine("MIEN_FINDING_MISSING_BONE " + (int)MienFindingKind.MIEN_FINDING_MISSING_BONE);
        Console.WriteLine("MIEN_FINDING_MISSING_POSE_CURVE " + (int)MienFindingKind.MIEN_FINDING_MISSING_POSE_CURVE);
        Console.WriteLine("MIEN_FINDING_MISSING_CURVE " + (int)MienFindingKind.MIEN_FINDING_MISSING_CURVE);
        Console.WriteLine("MIEN_FINDING_MISSING_MORPH_CURVE " + (int)MienFindingKind.MIEN_FINDING_MISSING_MORPH_CURVE);
        Console.WriteLine("MIEN_FINDING_MISSING_POSE " + (int)MienFindingKind.MIEN_FINDING_MISSING_POSE);
        Console.WriteLine("MIEN_FINDING_NOT_CURVE_DRIVEN " + (int)MienFindingKind.MIEN_FINDING_NOT_CURVE_DRIVEN);
        Console.WriteLine("MIEN_FINDING_SCALED_BONE " + (int)MienFindingKind.MIEN_FINDING_SCALED_BONE);
        Console.WriteLine("MIEN_ISA_BEST " + (int)MienIsa.MIEN_ISA_BEST);
        Console.WriteLine("MIEN_ISA_SCALAR " + (int)MienIsa.MIEN_ISA_SCALAR);
        Console.WriteLine("MIEN_ISA_SSE2 " + (int)MienIsa.MIEN_ISA_SSE2);
        Console.WriteLine("MIEN_ISA_AVX2 " + (int)MienIsa.MIEN_ISA_AVX2);
        Console.WriteLine("MIEN_ISA_AVX512 " + (int)MienIsa.MIEN_ISA_AVX512);
        Console.WriteLine("MIEN_ISA_NEON " + (int)MienIsa.MIEN_ISA_NEON);
        Console.WriteLine("MIEN_ISA_WASM128 " + (int)MienIsa.MIEN_ISA_WASM128);
        Console.WriteLine("MIEN_PACK_SKELETON " + (int)MienPackKind.MIEN_PACK_SKELETON);
        Console.WriteLine("MIEN_PACK_POSE_ASSET " + (int)MienPackKind.MIEN_PACK_POSE_ASSET);
        Console.WriteLine("MIEN_PACK_CLIP " + (int)MienPackKind.MIEN_PACK_CLIP);
        Console.WriteLine("MIEN_PACK_BUNDLE " + (int)MienPackKind.MIEN_PACK_BUNDLE);
        Console.WriteLine("MIEN_PACK_MESH " + (int)MienPackKind.MIEN_PACK_MESH);
        Console.WriteLine("MIEN_PACK_GRAPH " + (int)MienPackKind.MIEN_PACK_GRAPH);
        Console.WriteLine("MIEN_GRAPH_FLOAT " + (int)MienGraphValueType.MIEN_GRAPH_FLOAT);
        Console.WriteLine("MIEN_GRAPH_INT " + (int)MienGraphValueType.MIEN_GRAPH_INT);
        Console.WriteLine("MIEN_GRAPH_BOOL " + (int)MienGraphValueType.MIEN_GRAPH_BOOL);
        Console.WriteLine("MIEN_GRAPH_NAME " + (int)MienGraphValueType.MIEN_GRAPH_NAME);
        Console.WriteLine("MIEN_GRAPH_CLIP " + (int)MienGraphValueType.MIEN_GRAPH_CLIP);
        Console.WriteLine("MIEN_GRAPH_POSES " + (int)MienGraphValueType.MIEN_GRAPH_POSES);
        Console.WriteLine("MIEN_GRAPH_MASK " + (int)MienGraphValueType.MIEN_GRAPH_MASK);
        Console.WriteLine("MIEN_LIFE_BLINK " + (int)MienLifeEventKind.MIEN_LIFE_BLINK);
        Console.WriteLine("MIEN_LIFE_LOOK " + (int)MienLifeEventKind.MIEN_LIFE_LOOK);
        Console.WriteLine("MIEN_LIFE_AWAY " + (int)MienLifeEventKind.MIEN_LIFE_AWAY);
        Console.WriteLine("MIEN_LIFE_GLANCE " + (int)MienLifeEventKind.MIEN_LIFE_GLANCE);
        Console.WriteLine("MIEN_LIFE_BREATH " + (int)MienLifeEventKind.MIEN_LIFE_BREATH);
        Console.WriteLine("MIEN_LAYOUT_AUTO " + (int)MienPoseLayout.MIEN_LAYOUT_AUTO);
        Console.WriteLine("MIEN_LAYOUT_POSES " + (int)MienPoseLayout.MIEN_LAYOUT_POSES);
        Console.WriteLine("MIEN_LAYOUT_ROWS " + (int)MienPoseLayout.MIEN_LAYOUT_ROWS);
        Console.WriteLine("MIEN_VERSION_MAJOR " + Native.MIEN_VERSION_MAJOR);
        Console.WriteLine("MIEN_VERSION_MINOR " + Native.MIEN_VERSION_MINOR);
        Console.WriteLine("MIEN_VERSION_PATCH " + Native.MIEN_VERSION_PATCH);
        Console.WriteLine("MIEN_VERSION " + Native.MIEN_VERSION);
        Console.WriteLine("MIEN_MAX_BONES " + Native.MIEN_MAX_BONES);
        Console.WriteLine("MIEN_MAX_POSES " + Native.MIEN_MAX_POSES);
        Console.WriteLine("MIEN_MAX_CURVES " + Native.MIEN_MAX_CURVES);
        Console.WriteLine("MIEN_MAX_NAME " + Native.MIEN_MAX_NAME);
        Console.WriteLine("MIEN_MAX_LODS " + Native.MIEN_MAX_LODS);
        Console.WriteLine("MIEN_ALL_LODS " + Native.MIEN_ALL_LODS);
        Console.WriteLine("MIEN_MAX_INFLUENCES " + Native.MIEN_MAX_INFLUENCES);
        Console.WriteLine("MIEN_MAX_JOINTS " + Native.MIEN_MAX_JOINTS);
        Console.WriteLine("MIEN_MAX_MORPHS " + Native.MIEN_MAX_MORPHS);
        Console.WriteLine("MIEN_MAX_VERTICES " + Native.MIEN_MAX_VERTICES);
        Console.WriteLine("MIEN_MAX_INDICES " + Native.MIEN_MAX_INDICES);
        Console.WriteLine("MIEN_MAX_SUBMESHES " + Native.MIEN_MAX_SUBMESHES);
        Console.WriteLine("MIEN_MAX_WEIGHT " + Native.MIEN_MAX_WEIGHT.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture));
        Console.WriteLine("MIEN_MAX_LENGTH " + Native.MIEN_MAX_LENGTH.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture));
        Console.WriteLine("MIEN_MAX_CURVE " + Native.MIEN_MAX_CURVE.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture));
        Console.WriteLine("MIEN_PACK_ALIGNMENT " + Native.MIEN_PACK_ALIGNMENT);
        Console.WriteLine("MIEN_MAX_MEMBERS " + Native.MIEN_MAX_MEMBERS);
        Console.WriteLine("MIEN_LIFE_CURVES " + Native.MIEN_LIFE_CURVES);
        Console.WriteLine("MIEN_LIFE_MAX_TARGETS " + Native.MIEN_LIFE_MAX_TARGETS);
        Console.WriteLine("MIEN_TILE " + Native.MIEN_TILE);
        Console.WriteLine("MIEN_TILE_CHANNELS " + Native.MIEN_TILE_CHANNELS);
    }
}
