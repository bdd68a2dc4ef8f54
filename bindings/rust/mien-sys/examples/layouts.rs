// SPDX-License-Identifier: MIT
// Generated from include/mien by scripts/checks/bindings --fix: do not edit.

//! Prints layouts and values as Rust sees them, as mien-api-layouts does in C.

use mien_sys::*;
use std::mem::{size_of, size_of_val};

fn main() {
    {
        let s = MienError::default();
        println!("MienError 0 {}", size_of::<MienError>());
        println!("MienError.status {} {}", &s.status as *const _ as usize - &s as *const _ as usize, size_of_val(&s.status));
        println!("MienError.line {} {}", &s.line as *const _ as usize - &s as *const _ as usize, size_of_val(&s.line));
        println!("MienError.column {} {}", &s.column as *const _ as usize - &s as *const _ as usize, size_of_val(&s.column));
        println!("MienError.offset {} {}", &s.offset as *const _ as usize - &s as *const _ as usize, size_of_val(&s.offset));
        println!("MienError.location {} {}", &s.location as *const _ as usize - &s as *const _ as usize, size_of_val(&s.location));
        println!("MienError.message {} {}", &s.message as *const _ as usize - &s as *const _ as usize, size_of_val(&s.message));
    }
    {
        let s = MienFinding::default();
        println!("MienFinding 0 {}", size_of::<MienFinding>());
        println!("MienFinding.kind {} {}", &s.kind as *const _ as usize - &s as *const _ as usize, size_of_val(&s.kind));
        println!("MienFinding.index {} {}", &s.index as *const _ as usize - &s as *const _ as usize, size_of_val(&s.index));
        println!("MienFinding.node {} {}", &s.node as *const _ as usize - &s as *const _ as usize, size_of_val(&s.node));
        println!("MienFinding.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienFinding.factor {} {}", &s.factor as *const _ as usize - &s as *const _ as usize, size_of_val(&s.factor));
    }
    {
        let s = MienAllocator::default();
        println!("MienAllocator 0 {}", size_of::<MienAllocator>());
        println!("MienAllocator.user {} {}", &s.user as *const _ as usize - &s as *const _ as usize, size_of_val(&s.user));
        println!("MienAllocator.allocate {} {}", &s.allocate as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocate));
        println!("MienAllocator.free {} {}", &s.free as *const _ as usize - &s as *const _ as usize, size_of_val(&s.free));
    }
    {
        let s = MienLoadOptions::default();
        println!("MienLoadOptions 0 {}", size_of::<MienLoadOptions>());
        println!("MienLoadOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienLoadOptions.borrow_data {} {}", &s.borrow_data as *const _ as usize - &s as *const _ as usize, size_of_val(&s.borrow_data));
        println!("MienLoadOptions.trust_hash {} {}", &s.trust_hash as *const _ as usize - &s as *const _ as usize, size_of_val(&s.trust_hash));
        println!("MienLoadOptions.isa {} {}", &s.isa as *const _ as usize - &s as *const _ as usize, size_of_val(&s.isa));
    }
    {
        let s = MienPackInfo::default();
        println!("MienPackInfo 0 {}", size_of::<MienPackInfo>());
        println!("MienPackInfo.version {} {}", &s.version as *const _ as usize - &s as *const _ as usize, size_of_val(&s.version));
        println!("MienPackInfo.kind {} {}", &s.kind as *const _ as usize - &s as *const _ as usize, size_of_val(&s.kind));
        println!("MienPackInfo.size {} {}", &s.size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.size));
        println!("MienPackInfo.section_count {} {}", &s.section_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.section_count));
        println!("MienPackInfo.hash {} {}", &s.hash as *const _ as usize - &s as *const _ as usize, size_of_val(&s.hash));
    }
    {
        let s = MienFileOptions::default();
        println!("MienFileOptions 0 {}", size_of::<MienFileOptions>());
        println!("MienFileOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienFileOptions.copy {} {}", &s.copy as *const _ as usize - &s as *const _ as usize, size_of_val(&s.copy));
    }
    {
        let s = MienBundleMember::default();
        println!("MienBundleMember 0 {}", size_of::<MienBundleMember>());
        println!("MienBundleMember.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienBundleMember.kind {} {}", &s.kind as *const _ as usize - &s as *const _ as usize, size_of_val(&s.kind));
        println!("MienBundleMember.version {} {}", &s.version as *const _ as usize - &s as *const _ as usize, size_of_val(&s.version));
        println!("MienBundleMember.data {} {}", &s.data as *const _ as usize - &s as *const _ as usize, size_of_val(&s.data));
        println!("MienBundleMember.size {} {}", &s.size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.size));
    }
    {
        let s = MienCurveSet::default();
        println!("MienCurveSet 0 {}", size_of::<MienCurveSet>());
        println!("MienCurveSet.count {} {}", &s.count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.count));
        println!("MienCurveSet.values {} {}", &s.values as *const _ as usize - &s as *const _ as usize, size_of_val(&s.values));
        println!("MienCurveSet.present {} {}", &s.present as *const _ as usize - &s as *const _ as usize, size_of_val(&s.present));
    }
    {
        let s = MienVec3::default();
        println!("MienVec3 0 {}", size_of::<MienVec3>());
        println!("MienVec3.x {} {}", &s.x as *const _ as usize - &s as *const _ as usize, size_of_val(&s.x));
        println!("MienVec3.y {} {}", &s.y as *const _ as usize - &s as *const _ as usize, size_of_val(&s.y));
        println!("MienVec3.z {} {}", &s.z as *const _ as usize - &s as *const _ as usize, size_of_val(&s.z));
    }
    {
        let s = MienQuat::default();
        println!("MienQuat 0 {}", size_of::<MienQuat>());
        println!("MienQuat.x {} {}", &s.x as *const _ as usize - &s as *const _ as usize, size_of_val(&s.x));
        println!("MienQuat.y {} {}", &s.y as *const _ as usize - &s as *const _ as usize, size_of_val(&s.y));
        println!("MienQuat.z {} {}", &s.z as *const _ as usize - &s as *const _ as usize, size_of_val(&s.z));
        println!("MienQuat.w {} {}", &s.w as *const _ as usize - &s as *const _ as usize, size_of_val(&s.w));
    }
    {
        let s = MienTransform::default();
        println!("MienTransform 0 {}", size_of::<MienTransform>());
        println!("MienTransform.rotation {} {}", &s.rotation as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rotation));
        println!("MienTransform.translation {} {}", &s.translation as *const _ as usize - &s as *const _ as usize, size_of_val(&s.translation));
        println!("MienTransform.reserved0 {} {}", &s.reserved0 as *const _ as usize - &s as *const _ as usize, size_of_val(&s.reserved0));
        println!("MienTransform.scale {} {}", &s.scale as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scale));
        println!("MienTransform.reserved1 {} {}", &s.reserved1 as *const _ as usize - &s as *const _ as usize, size_of_val(&s.reserved1));
    }
    {
        let s = MienMatrix34::default();
        println!("MienMatrix34 0 {}", size_of::<MienMatrix34>());
        println!("MienMatrix34.m {} {}", &s.m as *const _ as usize - &s as *const _ as usize, size_of_val(&s.m));
    }
    {
        let s = MienSkeletonDesc::default();
        println!("MienSkeletonDesc 0 {}", size_of::<MienSkeletonDesc>());
        println!("MienSkeletonDesc.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienSkeletonDesc.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
        println!("MienSkeletonDesc.bone_names {} {}", &s.bone_names as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_names));
        println!("MienSkeletonDesc.bone_parents {} {}", &s.bone_parents as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_parents));
        println!("MienSkeletonDesc.rest_pose {} {}", &s.rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rest_pose));
        println!("MienSkeletonDesc.curve_names {} {}", &s.curve_names as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_names));
        println!("MienSkeletonDesc.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
    }
    {
        let s = MienClipInfo::default();
        println!("MienClipInfo 0 {}", size_of::<MienClipInfo>());
        println!("MienClipInfo.length {} {}", &s.length as *const _ as usize - &s as *const _ as usize, size_of_val(&s.length));
        println!("MienClipInfo.rate {} {}", &s.rate as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rate));
        println!("MienClipInfo.rate_divisor {} {}", &s.rate_divisor as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rate_divisor));
        println!("MienClipInfo.frame_count {} {}", &s.frame_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.frame_count));
        println!("MienClipInfo.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
        println!("MienClipInfo.track_count {} {}", &s.track_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.track_count));
        println!("MienClipInfo.event_count {} {}", &s.event_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.event_count));
        println!("MienClipInfo.constant_curve_count {} {}", &s.constant_curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.constant_curve_count));
        println!("MienClipInfo.sound {} {}", &s.sound as *const _ as usize - &s as *const _ as usize, size_of_val(&s.sound));
        println!("MienClipInfo.sound_offset {} {}", &s.sound_offset as *const _ as usize - &s as *const _ as usize, size_of_val(&s.sound_offset));
        println!("MienClipInfo.source {} {}", &s.source as *const _ as usize - &s as *const _ as usize, size_of_val(&s.source));
        println!("MienClipInfo.curve_bytes {} {}", &s.curve_bytes as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_bytes));
        println!("MienClipInfo.track_bytes {} {}", &s.track_bytes as *const _ as usize - &s as *const _ as usize, size_of_val(&s.track_bytes));
        println!("MienClipInfo.isa {} {}", &s.isa as *const _ as usize - &s as *const _ as usize, size_of_val(&s.isa));
    }
    {
        let s = MienClipEvent::default();
        println!("MienClipEvent 0 {}", size_of::<MienClipEvent>());
        println!("MienClipEvent.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienClipEvent.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
    }
    {
        let s = MienClipBindingOptions::default();
        println!("MienClipBindingOptions 0 {}", size_of::<MienClipBindingOptions>());
        println!("MienClipBindingOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienClipBindingOptions.mesh_rest_pose {} {}", &s.mesh_rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh_rest_pose));
        println!("MienClipBindingOptions.used_curves {} {}", &s.used_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.used_curves));
    }
    {
        let s = MienClipJob::default();
        println!("MienClipJob 0 {}", size_of::<MienClipJob>());
        println!("MienClipJob.clip {} {}", &s.clip as *const _ as usize - &s as *const _ as usize, size_of_val(&s.clip));
        println!("MienClipJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienClipJob.cursor {} {}", &s.cursor as *const _ as usize - &s as *const _ as usize, size_of_val(&s.cursor));
        println!("MienClipJob.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
        println!("MienClipJob.out_curves {} {}", &s.out_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_curves));
        println!("MienClipJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienClipJob.out_bones {} {}", &s.out_bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_bones));
    }
    {
        let s = MienPoseAssetInfo::default();
        println!("MienPoseAssetInfo 0 {}", size_of::<MienPoseAssetInfo>());
        println!("MienPoseAssetInfo.pose_count {} {}", &s.pose_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.pose_count));
        println!("MienPoseAssetInfo.driven_pose_count {} {}", &s.driven_pose_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.driven_pose_count));
        println!("MienPoseAssetInfo.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienPoseAssetInfo.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
        println!("MienPoseAssetInfo.entry_count {} {}", &s.entry_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.entry_count));
        println!("MienPoseAssetInfo.is_additive {} {}", &s.is_additive as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_additive));
        println!("MienPoseAssetInfo.is_unreal {} {}", &s.is_unreal as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_unreal));
        println!("MienPoseAssetInfo.has_scale {} {}", &s.has_scale as *const _ as usize - &s as *const _ as usize, size_of_val(&s.has_scale));
        println!("MienPoseAssetInfo.extent {} {}", &s.extent as *const _ as usize - &s as *const _ as usize, size_of_val(&s.extent));
        println!("MienPoseAssetInfo.isa {} {}", &s.isa as *const _ as usize - &s as *const _ as usize, size_of_val(&s.isa));
    }
    {
        let s = MienPoseInfo::default();
        println!("MienPoseInfo 0 {}", size_of::<MienPoseInfo>());
        println!("MienPoseInfo.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienPoseInfo.driven_pose {} {}", &s.driven_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.driven_pose));
        println!("MienPoseInfo.is_inbetween {} {}", &s.is_inbetween as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_inbetween));
        println!("MienPoseInfo.position {} {}", &s.position as *const _ as usize - &s as *const _ as usize, size_of_val(&s.position));
        println!("MienPoseInfo.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienPoseInfo.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
    }
    {
        let s = MienDrivenPose::default();
        println!("MienDrivenPose 0 {}", size_of::<MienDrivenPose>());
        println!("MienDrivenPose.pose {} {}", &s.pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.pose));
        println!("MienDrivenPose.min {} {}", &s.min as *const _ as usize - &s as *const _ as usize, size_of_val(&s.min));
        println!("MienDrivenPose.max {} {}", &s.max as *const _ as usize - &s as *const _ as usize, size_of_val(&s.max));
        println!("MienDrivenPose.group {} {}", &s.group as *const _ as usize - &s as *const _ as usize, size_of_val(&s.group));
    }
    {
        let s = MienPoseBindingOptions::default();
        println!("MienPoseBindingOptions 0 {}", size_of::<MienPoseBindingOptions>());
        println!("MienPoseBindingOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienPoseBindingOptions.mesh_rest_pose {} {}", &s.mesh_rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh_rest_pose));
    }
    {
        let s = MienGraphInfo::default();
        println!("MienGraphInfo 0 {}", size_of::<MienGraphInfo>());
        println!("MienGraphInfo.node_count {} {}", &s.node_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.node_count));
        println!("MienGraphInfo.parameter_count {} {}", &s.parameter_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.parameter_count));
        println!("MienGraphInfo.asset_slot_count {} {}", &s.asset_slot_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.asset_slot_count));
        println!("MienGraphInfo.mask_count {} {}", &s.mask_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mask_count));
        println!("MienGraphInfo.live_input_count {} {}", &s.live_input_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.live_input_count));
        println!("MienGraphInfo.input_pose_count {} {}", &s.input_pose_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.input_pose_count));
        println!("MienGraphInfo.buffer_count {} {}", &s.buffer_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.buffer_count));
    }
    {
        let s = MienGraphNodeInfo::default();
        println!("MienGraphNodeInfo 0 {}", size_of::<MienGraphNodeInfo>());
        println!("MienGraphNodeInfo.id {} {}", &s.id as *const _ as usize - &s as *const _ as usize, size_of_val(&s.id));
        println!("MienGraphNodeInfo.type {} {}", &s.r#type as *const _ as usize - &s as *const _ as usize, size_of_val(&s.r#type));
        println!("MienGraphNodeInfo.is_delta {} {}", &s.is_delta as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_delta));
        println!("MienGraphNodeInfo.input_count {} {}", &s.input_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.input_count));
    }
    {
        let s = MienGraphParameter::default();
        println!("MienGraphParameter 0 {}", size_of::<MienGraphParameter>());
        println!("MienGraphParameter.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienGraphParameter.type {} {}", &s.r#type as *const _ as usize - &s as *const _ as usize, size_of_val(&s.r#type));
        println!("MienGraphParameter.number {} {}", &s.number as *const _ as usize - &s as *const _ as usize, size_of_val(&s.number));
        println!("MienGraphParameter.text {} {}", &s.text as *const _ as usize - &s as *const _ as usize, size_of_val(&s.text));
    }
    {
        let s = MienGraphAssetSlot::default();
        println!("MienGraphAssetSlot 0 {}", size_of::<MienGraphAssetSlot>());
        println!("MienGraphAssetSlot.type {} {}", &s.r#type as *const _ as usize - &s as *const _ as usize, size_of_val(&s.r#type));
        println!("MienGraphAssetSlot.path {} {}", &s.path as *const _ as usize - &s as *const _ as usize, size_of_val(&s.path));
        println!("MienGraphAssetSlot.node {} {}", &s.node as *const _ as usize - &s as *const _ as usize, size_of_val(&s.node));
        println!("MienGraphAssetSlot.parameter {} {}", &s.parameter as *const _ as usize - &s as *const _ as usize, size_of_val(&s.parameter));
        println!("MienGraphAssetSlot.needs_additive {} {}", &s.needs_additive as *const _ as usize - &s as *const _ as usize, size_of_val(&s.needs_additive));
        println!("MienGraphAssetSlot.needs_absolute {} {}", &s.needs_absolute as *const _ as usize - &s as *const _ as usize, size_of_val(&s.needs_absolute));
    }
    {
        let s = MienGraphDriverInfo::default();
        println!("MienGraphDriverInfo 0 {}", size_of::<MienGraphDriverInfo>());
        println!("MienGraphDriverInfo.target_count {} {}", &s.target_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.target_count));
        println!("MienGraphDriverInfo.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienGraphDriverInfo.radius {} {}", &s.radius as *const _ as usize - &s as *const _ as usize, size_of_val(&s.radius));
        println!("MienGraphDriverInfo.condition {} {}", &s.condition as *const _ as usize - &s as *const _ as usize, size_of_val(&s.condition));
        println!("MienGraphDriverInfo.lambda {} {}", &s.lambda as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lambda));
        println!("MienGraphDriverInfo.target_error {} {}", &s.target_error as *const _ as usize - &s as *const _ as usize, size_of_val(&s.target_error));
        println!("MienGraphDriverInfo.is_invalid {} {}", &s.is_invalid as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_invalid));
    }
    {
        let s = MienGraphAsset::default();
        println!("MienGraphAsset 0 {}", size_of::<MienGraphAsset>());
        println!("MienGraphAsset.clip {} {}", &s.clip as *const _ as usize - &s as *const _ as usize, size_of_val(&s.clip));
        println!("MienGraphAsset.poses {} {}", &s.poses as *const _ as usize - &s as *const _ as usize, size_of_val(&s.poses));
    }
    {
        let s = MienGraphBindingOptions::default();
        println!("MienGraphBindingOptions 0 {}", size_of::<MienGraphBindingOptions>());
        println!("MienGraphBindingOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienGraphBindingOptions.mesh_rest_pose {} {}", &s.mesh_rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh_rest_pose));
        println!("MienGraphBindingOptions.asset_count {} {}", &s.asset_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.asset_count));
        println!("MienGraphBindingOptions.assets {} {}", &s.assets as *const _ as usize - &s as *const _ as usize, size_of_val(&s.assets));
    }
    {
        let s = MienGraphEvent::default();
        println!("MienGraphEvent 0 {}", size_of::<MienGraphEvent>());
        println!("MienGraphEvent.node {} {}", &s.node as *const _ as usize - &s as *const _ as usize, size_of_val(&s.node));
        println!("MienGraphEvent.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienGraphEvent.weight {} {}", &s.weight as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight));
    }
    {
        let s = MienGraphNodeTrace::default();
        println!("MienGraphNodeTrace 0 {}", size_of::<MienGraphNodeTrace>());
        println!("MienGraphNodeTrace.is_live {} {}", &s.is_live as *const _ as usize - &s as *const _ as usize, size_of_val(&s.is_live));
        println!("MienGraphNodeTrace.weight {} {}", &s.weight as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight));
        println!("MienGraphNodeTrace.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
        println!("MienGraphNodeTrace.bones {} {}", &s.bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bones));
        println!("MienGraphNodeTrace.curves {} {}", &s.curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curves));
        println!("MienGraphNodeTrace.weight_count {} {}", &s.weight_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight_count));
        println!("MienGraphNodeTrace.weights {} {}", &s.weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weights));
    }
    {
        let s = MienGraphJob::default();
        println!("MienGraphJob 0 {}", size_of::<MienGraphJob>());
        println!("MienGraphJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienGraphJob.instance {} {}", &s.instance as *const _ as usize - &s as *const _ as usize, size_of_val(&s.instance));
        println!("MienGraphJob.step {} {}", &s.step as *const _ as usize - &s as *const _ as usize, size_of_val(&s.step));
        println!("MienGraphJob.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienGraphJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienGraphJob.out_bones {} {}", &s.out_bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_bones));
        println!("MienGraphJob.out_curves {} {}", &s.out_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_curves));
        println!("MienGraphJob.event_capacity {} {}", &s.event_capacity as *const _ as usize - &s as *const _ as usize, size_of_val(&s.event_capacity));
        println!("MienGraphJob.out_events {} {}", &s.out_events as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_events));
        println!("MienGraphJob.out_event_count {} {}", &s.out_event_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_event_count));
        println!("MienGraphJob.trace {} {}", &s.trace as *const _ as usize - &s as *const _ as usize, size_of_val(&s.trace));
        println!("MienGraphJob.scratch {} {}", &s.scratch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch));
        println!("MienGraphJob.scratch_size {} {}", &s.scratch_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch_size));
    }
    {
        let s = MienGraphBatchJob::default();
        println!("MienGraphBatchJob 0 {}", size_of::<MienGraphBatchJob>());
        println!("MienGraphBatchJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienGraphBatchJob.instance_count {} {}", &s.instance_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.instance_count));
        println!("MienGraphBatchJob.instances {} {}", &s.instances as *const _ as usize - &s as *const _ as usize, size_of_val(&s.instances));
        println!("MienGraphBatchJob.step {} {}", &s.step as *const _ as usize - &s as *const _ as usize, size_of_val(&s.step));
        println!("MienGraphBatchJob.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienGraphBatchJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienGraphBatchJob.out_bones {} {}", &s.out_bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_bones));
        println!("MienGraphBatchJob.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
        println!("MienGraphBatchJob.out_curves {} {}", &s.out_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_curves));
        println!("MienGraphBatchJob.out_present {} {}", &s.out_present as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_present));
        println!("MienGraphBatchJob.event_capacity {} {}", &s.event_capacity as *const _ as usize - &s as *const _ as usize, size_of_val(&s.event_capacity));
        println!("MienGraphBatchJob.out_events {} {}", &s.out_events as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_events));
        println!("MienGraphBatchJob.out_event_owners {} {}", &s.out_event_owners as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_event_owners));
        println!("MienGraphBatchJob.out_event_count {} {}", &s.out_event_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_event_count));
        println!("MienGraphBatchJob.scratch {} {}", &s.scratch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch));
        println!("MienGraphBatchJob.scratch_size {} {}", &s.scratch_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch_size));
    }
    {
        let s = MienMeshInfo::default();
        println!("MienMeshInfo 0 {}", size_of::<MienMeshInfo>());
        println!("MienMeshInfo.vertex_count {} {}", &s.vertex_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.vertex_count));
        println!("MienMeshInfo.index_count {} {}", &s.index_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.index_count));
        println!("MienMeshInfo.influence_count {} {}", &s.influence_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.influence_count));
        println!("MienMeshInfo.influence_stride {} {}", &s.influence_stride as *const _ as usize - &s as *const _ as usize, size_of_val(&s.influence_stride));
        println!("MienMeshInfo.joint_count {} {}", &s.joint_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.joint_count));
        println!("MienMeshInfo.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienMeshInfo.rest_pose_count {} {}", &s.rest_pose_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rest_pose_count));
        println!("MienMeshInfo.morph_count {} {}", &s.morph_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.morph_count));
        println!("MienMeshInfo.morph_vertex_count {} {}", &s.morph_vertex_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.morph_vertex_count));
        println!("MienMeshInfo.submesh_count {} {}", &s.submesh_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.submesh_count));
        println!("MienMeshInfo.material_count {} {}", &s.material_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.material_count));
        println!("MienMeshInfo.image_count {} {}", &s.image_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.image_count));
        println!("MienMeshInfo.has_normals {} {}", &s.has_normals as *const _ as usize - &s as *const _ as usize, size_of_val(&s.has_normals));
        println!("MienMeshInfo.has_uvs {} {}", &s.has_uvs as *const _ as usize - &s as *const _ as usize, size_of_val(&s.has_uvs));
        println!("MienMeshInfo.has_colors {} {}", &s.has_colors as *const _ as usize - &s as *const _ as usize, size_of_val(&s.has_colors));
        println!("MienMeshInfo.min {} {}", &s.min as *const _ as usize - &s as *const _ as usize, size_of_val(&s.min));
        println!("MienMeshInfo.max {} {}", &s.max as *const _ as usize - &s as *const _ as usize, size_of_val(&s.max));
        println!("MienMeshInfo.isa {} {}", &s.isa as *const _ as usize - &s as *const _ as usize, size_of_val(&s.isa));
    }
    {
        let s = MienSubmesh::default();
        println!("MienSubmesh 0 {}", size_of::<MienSubmesh>());
        println!("MienSubmesh.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienSubmesh.material {} {}", &s.material as *const _ as usize - &s as *const _ as usize, size_of_val(&s.material));
        println!("MienSubmesh.first_index {} {}", &s.first_index as *const _ as usize - &s as *const _ as usize, size_of_val(&s.first_index));
        println!("MienSubmesh.index_count {} {}", &s.index_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.index_count));
    }
    {
        let s = MienMeshMaterial::default();
        println!("MienMeshMaterial 0 {}", size_of::<MienMeshMaterial>());
        println!("MienMeshMaterial.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienMeshMaterial.base_color {} {}", &s.base_color as *const _ as usize - &s as *const _ as usize, size_of_val(&s.base_color));
        println!("MienMeshMaterial.roughness {} {}", &s.roughness as *const _ as usize - &s as *const _ as usize, size_of_val(&s.roughness));
        println!("MienMeshMaterial.metallic {} {}", &s.metallic as *const _ as usize - &s as *const _ as usize, size_of_val(&s.metallic));
        println!("MienMeshMaterial.image {} {}", &s.image as *const _ as usize - &s as *const _ as usize, size_of_val(&s.image));
    }
    {
        let s = MienMorph::default();
        println!("MienMorph 0 {}", size_of::<MienMorph>());
        println!("MienMorph.name {} {}", &s.name as *const _ as usize - &s as *const _ as usize, size_of_val(&s.name));
        println!("MienMorph.weight {} {}", &s.weight as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight));
        println!("MienMorph.vertex_count {} {}", &s.vertex_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.vertex_count));
        println!("MienMorph.vertices {} {}", &s.vertices as *const _ as usize - &s as *const _ as usize, size_of_val(&s.vertices));
        println!("MienMorph.positions {} {}", &s.positions as *const _ as usize - &s as *const _ as usize, size_of_val(&s.positions));
        println!("MienMorph.normals {} {}", &s.normals as *const _ as usize - &s as *const _ as usize, size_of_val(&s.normals));
    }
    {
        let s = MienMeshJoint::default();
        println!("MienMeshJoint 0 {}", size_of::<MienMeshJoint>());
        println!("MienMeshJoint.bone {} {}", &s.bone as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone));
        println!("MienMeshJoint.inverse {} {}", &s.inverse as *const _ as usize - &s as *const _ as usize, size_of_val(&s.inverse));
    }
    {
        let s = MienMeshBindingOptions::default();
        println!("MienMeshBindingOptions 0 {}", size_of::<MienMeshBindingOptions>());
        println!("MienMeshBindingOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
    }
    {
        let s = MienActorOptions::default();
        println!("MienActorOptions 0 {}", size_of::<MienActorOptions>());
        println!("MienActorOptions.allocator {} {}", &s.allocator as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allocator));
        println!("MienActorOptions.rest_pose {} {}", &s.rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rest_pose));
        println!("MienActorOptions.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienActorOptions.event_capacity {} {}", &s.event_capacity as *const _ as usize - &s as *const _ as usize, size_of_val(&s.event_capacity));
        println!("MienActorOptions.has_trace {} {}", &s.has_trace as *const _ as usize - &s as *const _ as usize, size_of_val(&s.has_trace));
    }
    {
        let s = MienActorDesc::default();
        println!("MienActorDesc 0 {}", size_of::<MienActorDesc>());
        println!("MienActorDesc.skeleton {} {}", &s.skeleton as *const _ as usize - &s as *const _ as usize, size_of_val(&s.skeleton));
        println!("MienActorDesc.mesh {} {}", &s.mesh as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh));
        println!("MienActorDesc.pose_asset_count {} {}", &s.pose_asset_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.pose_asset_count));
        println!("MienActorDesc.pose_assets {} {}", &s.pose_assets as *const _ as usize - &s as *const _ as usize, size_of_val(&s.pose_assets));
        println!("MienActorDesc.graph {} {}", &s.graph as *const _ as usize - &s as *const _ as usize, size_of_val(&s.graph));
        println!("MienActorDesc.asset_count {} {}", &s.asset_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.asset_count));
        println!("MienActorDesc.assets {} {}", &s.assets as *const _ as usize - &s as *const _ as usize, size_of_val(&s.assets));
        println!("MienActorDesc.options {} {}", &s.options as *const _ as usize - &s as *const _ as usize, size_of_val(&s.options));
    }
    {
        let s = MienActorMembers::default();
        println!("MienActorMembers 0 {}", size_of::<MienActorMembers>());
        println!("MienActorMembers.skeleton {} {}", &s.skeleton as *const _ as usize - &s as *const _ as usize, size_of_val(&s.skeleton));
        println!("MienActorMembers.mesh {} {}", &s.mesh as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh));
        println!("MienActorMembers.poses {} {}", &s.poses as *const _ as usize - &s as *const _ as usize, size_of_val(&s.poses));
        println!("MienActorMembers.graph {} {}", &s.graph as *const _ as usize - &s as *const _ as usize, size_of_val(&s.graph));
    }
    {
        let s = MienActorClipOptions::default();
        println!("MienActorClipOptions 0 {}", size_of::<MienActorClipOptions>());
        println!("MienActorClipOptions.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
        println!("MienActorClipOptions.speed {} {}", &s.speed as *const _ as usize - &s as *const _ as usize, size_of_val(&s.speed));
        println!("MienActorClipOptions.loops {} {}", &s.loops as *const _ as usize - &s as *const _ as usize, size_of_val(&s.loops));
    }
    {
        let s = MienLifeManner::default();
        println!("MienLifeManner 0 {}", size_of::<MienLifeManner>());
        println!("MienLifeManner.blink_rate {} {}", &s.blink_rate as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_rate));
        println!("MienLifeManner.look_time {} {}", &s.look_time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.look_time));
        println!("MienLifeManner.away_time {} {}", &s.away_time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.away_time));
        println!("MienLifeManner.breath_rate {} {}", &s.breath_rate as *const _ as usize - &s as *const _ as usize, size_of_val(&s.breath_rate));
        println!("MienLifeManner.inhale {} {}", &s.inhale as *const _ as usize - &s as *const _ as usize, size_of_val(&s.inhale));
        println!("MienLifeManner.head_sway {} {}", &s.head_sway as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_sway));
    }
    {
        let s = MienLifeSettings::default();
        println!("MienLifeSettings 0 {}", size_of::<MienLifeSettings>());
        println!("MienLifeSettings.seed {} {}", &s.seed as *const _ as usize - &s as *const _ as usize, size_of_val(&s.seed));
        println!("MienLifeSettings.listening {} {}", &s.listening as *const _ as usize - &s as *const _ as usize, size_of_val(&s.listening));
        println!("MienLifeSettings.speaking {} {}", &s.speaking as *const _ as usize - &s as *const _ as usize, size_of_val(&s.speaking));
        println!("MienLifeSettings.blink_spread {} {}", &s.blink_spread as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_spread));
        println!("MienLifeSettings.blink_least {} {}", &s.blink_least as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_least));
        println!("MienLifeSettings.blink_closing {} {}", &s.blink_closing as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_closing));
        println!("MienLifeSettings.blink_closed {} {}", &s.blink_closed as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_closed));
        println!("MienLifeSettings.blink_opening {} {}", &s.blink_opening as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_opening));
        println!("MienLifeSettings.blink_complete {} {}", &s.blink_complete as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_complete));
        println!("MienLifeSettings.blink_shift {} {}", &s.blink_shift as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_shift));
        println!("MienLifeSettings.blink_shift_chance {} {}", &s.blink_shift_chance as *const _ as usize - &s as *const _ as usize, size_of_val(&s.blink_shift_chance));
        println!("MienLifeSettings.gaze_spread {} {}", &s.gaze_spread as *const _ as usize - &s as *const _ as usize, size_of_val(&s.gaze_spread));
        println!("MienLifeSettings.away_size {} {}", &s.away_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.away_size));
        println!("MienLifeSettings.away_limit {} {}", &s.away_limit as *const _ as usize - &s as *const _ as usize, size_of_val(&s.away_limit));
        println!("MienLifeSettings.away_distance {} {}", &s.away_distance as *const _ as usize - &s as *const _ as usize, size_of_val(&s.away_distance));
        println!("MienLifeSettings.glance_time {} {}", &s.glance_time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.glance_time));
        println!("MienLifeSettings.glance_size {} {}", &s.glance_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.glance_size));
        println!("MienLifeSettings.saccade_base {} {}", &s.saccade_base as *const _ as usize - &s as *const _ as usize, size_of_val(&s.saccade_base));
        println!("MienLifeSettings.saccade_slope {} {}", &s.saccade_slope as *const _ as usize - &s as *const _ as usize, size_of_val(&s.saccade_slope));
        println!("MienLifeSettings.vergence_time {} {}", &s.vergence_time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.vergence_time));
        println!("MienLifeSettings.eye_distance {} {}", &s.eye_distance as *const _ as usize - &s as *const _ as usize, size_of_val(&s.eye_distance));
        println!("MienLifeSettings.eye_limit {} {}", &s.eye_limit as *const _ as usize - &s as *const _ as usize, size_of_val(&s.eye_limit));
        println!("MienLifeSettings.head_follow {} {}", &s.head_follow as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_follow));
        println!("MienLifeSettings.head_time {} {}", &s.head_time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_time));
        println!("MienLifeSettings.head_sway_rate {} {}", &s.head_sway_rate as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_sway_rate));
        println!("MienLifeSettings.breath_spread {} {}", &s.breath_spread as *const _ as usize - &s as *const _ as usize, size_of_val(&s.breath_spread));
        println!("MienLifeSettings.breath_nod {} {}", &s.breath_nod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.breath_nod));
        println!("MienLifeSettings.look_side {} {}", &s.look_side as *const _ as usize - &s as *const _ as usize, size_of_val(&s.look_side));
        println!("MienLifeSettings.look_up {} {}", &s.look_up as *const _ as usize - &s as *const _ as usize, size_of_val(&s.look_up));
        println!("MienLifeSettings.look_down {} {}", &s.look_down as *const _ as usize - &s as *const _ as usize, size_of_val(&s.look_down));
        println!("MienLifeSettings.head_yaw {} {}", &s.head_yaw as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_yaw));
        println!("MienLifeSettings.head_pitch {} {}", &s.head_pitch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_pitch));
        println!("MienLifeSettings.head_roll {} {}", &s.head_roll as *const _ as usize - &s as *const _ as usize, size_of_val(&s.head_roll));
    }
    {
        let s = MienLifeJob::default();
        println!("MienLifeJob 0 {}", size_of::<MienLifeJob>());
        println!("MienLifeJob.life {} {}", &s.life as *const _ as usize - &s as *const _ as usize, size_of_val(&s.life));
        println!("MienLifeJob.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
        println!("MienLifeJob.speaking {} {}", &s.speaking as *const _ as usize - &s as *const _ as usize, size_of_val(&s.speaking));
        println!("MienLifeJob.target_count {} {}", &s.target_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.target_count));
        println!("MienLifeJob.targets {} {}", &s.targets as *const _ as usize - &s as *const _ as usize, size_of_val(&s.targets));
        println!("MienLifeJob.out_values {} {}", &s.out_values as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_values));
    }
    {
        let s = MienLifeEvent::default();
        println!("MienLifeEvent 0 {}", size_of::<MienLifeEvent>());
        println!("MienLifeEvent.kind {} {}", &s.kind as *const _ as usize - &s as *const _ as usize, size_of_val(&s.kind));
        println!("MienLifeEvent.time {} {}", &s.time as *const _ as usize - &s as *const _ as usize, size_of_val(&s.time));
        println!("MienLifeEvent.duration {} {}", &s.duration as *const _ as usize - &s as *const _ as usize, size_of_val(&s.duration));
        println!("MienLifeEvent.size {} {}", &s.size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.size));
    }
    {
        let s = MienPoseWeight::default();
        println!("MienPoseWeight 0 {}", size_of::<MienPoseWeight>());
        println!("MienPoseWeight.pose {} {}", &s.pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.pose));
        println!("MienPoseWeight.weight {} {}", &s.weight as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight));
    }
    {
        let s = MienPoseJob::default();
        println!("MienPoseJob 0 {}", size_of::<MienPoseJob>());
        println!("MienPoseJob.asset {} {}", &s.asset as *const _ as usize - &s as *const _ as usize, size_of_val(&s.asset));
        println!("MienPoseJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienPoseJob.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienPoseJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienPoseJob.input {} {}", &s.input as *const _ as usize - &s as *const _ as usize, size_of_val(&s.input));
        println!("MienPoseJob.out_bones {} {}", &s.out_bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_bones));
        println!("MienPoseJob.curves {} {}", &s.curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curves));
        println!("MienPoseJob.out_curves {} {}", &s.out_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_curves));
        println!("MienPoseJob.weights {} {}", &s.weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weights));
        println!("MienPoseJob.weight_count {} {}", &s.weight_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weight_count));
        println!("MienPoseJob.layout {} {}", &s.layout as *const _ as usize - &s as *const _ as usize, size_of_val(&s.layout));
        println!("MienPoseJob.allow_negative {} {}", &s.allow_negative as *const _ as usize - &s as *const _ as usize, size_of_val(&s.allow_negative));
        println!("MienPoseJob.write_delta {} {}", &s.write_delta as *const _ as usize - &s as *const _ as usize, size_of_val(&s.write_delta));
        println!("MienPoseJob.out_input_weights {} {}", &s.out_input_weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_input_weights));
        println!("MienPoseJob.out_final_weights {} {}", &s.out_final_weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_final_weights));
        println!("MienPoseJob.out_weights {} {}", &s.out_weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_weights));
        println!("MienPoseJob.scratch {} {}", &s.scratch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch));
        println!("MienPoseJob.scratch_size {} {}", &s.scratch_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch_size));
    }
    {
        let s = MienCrowdJob::default();
        println!("MienCrowdJob 0 {}", size_of::<MienCrowdJob>());
        println!("MienCrowdJob.asset {} {}", &s.asset as *const _ as usize - &s as *const _ as usize, size_of_val(&s.asset));
        println!("MienCrowdJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienCrowdJob.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienCrowdJob.character_count {} {}", &s.character_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.character_count));
        println!("MienCrowdJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienCrowdJob.input {} {}", &s.input as *const _ as usize - &s as *const _ as usize, size_of_val(&s.input));
        println!("MienCrowdJob.out_bones {} {}", &s.out_bones as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_bones));
        println!("MienCrowdJob.curve_count {} {}", &s.curve_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curve_count));
        println!("MienCrowdJob.curves {} {}", &s.curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curves));
        println!("MienCrowdJob.present {} {}", &s.present as *const _ as usize - &s as *const _ as usize, size_of_val(&s.present));
        println!("MienCrowdJob.out_curves {} {}", &s.out_curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_curves));
        println!("MienCrowdJob.out_present {} {}", &s.out_present as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_present));
        println!("MienCrowdJob.out_weights {} {}", &s.out_weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_weights));
        println!("MienCrowdJob.scratch {} {}", &s.scratch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch));
        println!("MienCrowdJob.scratch_size {} {}", &s.scratch_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch_size));
    }
    {
        let s = MienModelJob::default();
        println!("MienModelJob 0 {}", size_of::<MienModelJob>());
        println!("MienModelJob.skeleton {} {}", &s.skeleton as *const _ as usize - &s as *const _ as usize, size_of_val(&s.skeleton));
        println!("MienModelJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienModelJob.local_count {} {}", &s.local_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.local_count));
        println!("MienModelJob.local {} {}", &s.local as *const _ as usize - &s as *const _ as usize, size_of_val(&s.local));
        println!("MienModelJob.rest_pose {} {}", &s.rest_pose as *const _ as usize - &s as *const _ as usize, size_of_val(&s.rest_pose));
        println!("MienModelJob.out_model {} {}", &s.out_model as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_model));
    }
    {
        let s = MienPaletteJob::default();
        println!("MienPaletteJob 0 {}", size_of::<MienPaletteJob>());
        println!("MienPaletteJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienPaletteJob.bone_count {} {}", &s.bone_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.bone_count));
        println!("MienPaletteJob.model {} {}", &s.model as *const _ as usize - &s as *const _ as usize, size_of_val(&s.model));
        println!("MienPaletteJob.joint_count {} {}", &s.joint_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.joint_count));
        println!("MienPaletteJob.out_palette {} {}", &s.out_palette as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_palette));
    }
    {
        let s = MienMorphJob::default();
        println!("MienMorphJob 0 {}", size_of::<MienMorphJob>());
        println!("MienMorphJob.binding {} {}", &s.binding as *const _ as usize - &s as *const _ as usize, size_of_val(&s.binding));
        println!("MienMorphJob.lod {} {}", &s.lod as *const _ as usize - &s as *const _ as usize, size_of_val(&s.lod));
        println!("MienMorphJob.curves {} {}", &s.curves as *const _ as usize - &s as *const _ as usize, size_of_val(&s.curves));
        println!("MienMorphJob.morph_count {} {}", &s.morph_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.morph_count));
        println!("MienMorphJob.out_weights {} {}", &s.out_weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_weights));
    }
    {
        let s = MienSkinJob::default();
        println!("MienSkinJob 0 {}", size_of::<MienSkinJob>());
        println!("MienSkinJob.mesh {} {}", &s.mesh as *const _ as usize - &s as *const _ as usize, size_of_val(&s.mesh));
        println!("MienSkinJob.joint_count {} {}", &s.joint_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.joint_count));
        println!("MienSkinJob.palette {} {}", &s.palette as *const _ as usize - &s as *const _ as usize, size_of_val(&s.palette));
        println!("MienSkinJob.morph_count {} {}", &s.morph_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.morph_count));
        println!("MienSkinJob.weights {} {}", &s.weights as *const _ as usize - &s as *const _ as usize, size_of_val(&s.weights));
        println!("MienSkinJob.first_vertex {} {}", &s.first_vertex as *const _ as usize - &s as *const _ as usize, size_of_val(&s.first_vertex));
        println!("MienSkinJob.vertex_count {} {}", &s.vertex_count as *const _ as usize - &s as *const _ as usize, size_of_val(&s.vertex_count));
        println!("MienSkinJob.out_positions {} {}", &s.out_positions as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_positions));
        println!("MienSkinJob.out_normals {} {}", &s.out_normals as *const _ as usize - &s as *const _ as usize, size_of_val(&s.out_normals));
        println!("MienSkinJob.scratch {} {}", &s.scratch as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch));
        println!("MienSkinJob.scratch_size {} {}", &s.scratch_size as *const _ as usize - &s as *const _ as usize, size_of_val(&s.scratch_size));
    }
    println!("MIEN_OK {}", MIEN_OK);
    println!("MIEN_ERROR_ARGUMENT {}", MIEN_ERROR_ARGUMENT);
    println!("MIEN_ERROR_MEMORY {}", MIEN_ERROR_MEMORY);
    println!("MIEN_ERROR_FILE {}", MIEN_ERROR_FILE);
    println!("MIEN_ERROR_CORRUPT {}", MIEN_ERROR_CORRUPT);
    println!("MIEN_ERROR_HASH {}", MIEN_ERROR_HASH);
    println!("MIEN_ERROR_VERSION {}", MIEN_ERROR_VERSION);
    println!("MIEN_ERROR_KIND {}", MIEN_ERROR_KIND);
    println!("MIEN_ERROR_HOST {}", MIEN_ERROR_HOST);
    println!("MIEN_ERROR_LIMIT {}", MIEN_ERROR_LIMIT);
    println!("MIEN_ERROR_DATA {}", MIEN_ERROR_DATA);
    println!("MIEN_ERROR_CANCELLED {}", MIEN_ERROR_CANCELLED);
    println!("MIEN_FINDING_MISSING_ASSET {}", MIEN_FINDING_MISSING_ASSET);
    println!("MIEN_FINDING_MISSING_BONE {}", MIEN_FINDING_MISSING_BONE);
    println!("MIEN_FINDING_MISSING_POSE_CURVE {}", MIEN_FINDING_MISSING_POSE_CURVE);
    println!("MIEN_FINDING_MISSING_CURVE {}", MIEN_FINDING_MISSING_CURVE);
    println!("MIEN_FINDING_MISSING_MORPH_CURVE {}", MIEN_FINDING_MISSING_MORPH_CURVE);
    println!("MIEN_FINDING_MISSING_POSE {}", MIEN_FINDING_MISSING_POSE);
    println!("MIEN_FINDING_NOT_CURVE_DRIVEN {}", MIEN_FINDING_NOT_CURVE_DRIVEN);
    println!("MIEN_FINDING_SCALED_BONE {}", MIEN_FINDING_SCALED_BONE);
    println!("MIEN_ISA_BEST {}", MIEN_ISA_BEST);
    println!("MIEN_ISA_SCALAR {}", MIEN_ISA_SCALAR);
    println!("MIEN_ISA_SSE2 {}", MIEN_ISA_SSE2);
    println!("MIEN_ISA_AVX2 {}", MIEN_ISA_AVX2);
    println!("MIEN_ISA_AVX512 {}", MIEN_ISA_AVX512);
    println!("MIEN_ISA_NEON {}", MIEN_ISA_NEON);
    println!("MIEN_ISA_WASM128 {}", MIEN_ISA_WASM128);
    println!("MIEN_PACK_SKELETON {}", MIEN_PACK_SKELETON);
    println!("MIEN_PACK_POSE_ASSET {}", MIEN_PACK_POSE_ASSET);
    println!("MIEN_PACK_CLIP {}", MIEN_PACK_CLIP);
    println!("MIEN_PACK_BUNDLE {}", MIEN_PACK_BUNDLE);
    println!("MIEN_PACK_MESH {}", MIEN_PACK_MESH);
    println!("MIEN_PACK_GRAPH {}", MIEN_PACK_GRAPH);
    println!("MIEN_GRAPH_FLOAT {}", MIEN_GRAPH_FLOAT);
    println!("MIEN_GRAPH_INT {}", MIEN_GRAPH_INT);
    println!("MIEN_GRAPH_BOOL {}", MIEN_GRAPH_BOOL);
    println!("MIEN_GRAPH_NAME {}", MIEN_GRAPH_NAME);
    println!("MIEN_GRAPH_CLIP {}", MIEN_GRAPH_CLIP);
    println!("MIEN_GRAPH_POSES {}", MIEN_GRAPH_POSES);
    println!("MIEN_GRAPH_MASK {}", MIEN_GRAPH_MASK);
    println!("MIEN_LIFE_BLINK {}", MIEN_LIFE_BLINK);
    println!("MIEN_LIFE_LOOK {}", MIEN_LIFE_LOOK);
    println!("MIEN_LIFE_AWAY {}", MIEN_LIFE_AWAY);
    println!("MIEN_LIFE_GLANCE {}", MIEN_LIFE_GLANCE);
    println!("MIEN_LIFE_BREATH {}", MIEN_LIFE_BREATH);
    println!("MIEN_LAYOUT_AUTO {}", MIEN_LAYOUT_AUTO);
    println!("MIEN_LAYOUT_POSES {}", MIEN_LAYOUT_POSES);
    println!("MIEN_LAYOUT_ROWS {}", MIEN_LAYOUT_ROWS);
    println!("MIEN_VERSION_MAJOR {}", MIEN_VERSION_MAJOR);
    println!("MIEN_VERSION_MINOR {}", MIEN_VERSION_MINOR);
    println!("MIEN_VERSION_PATCH {}", MIEN_VERSION_PATCH);
    println!("MIEN_VERSION {}", MIEN_VERSION);
    println!("MIEN_MAX_BONES {}", MIEN_MAX_BONES);
    println!("MIEN_MAX_POSES {}", MIEN_MAX_POSES);
    println!("MIEN_MAX_CURVES {}", MIEN_MAX_CURVES);
    println!("MIEN_MAX_NAME {}", MIEN_MAX_NAME);
    println!("MIEN_MAX_LODS {}", MIEN_MAX_LODS);
    println!("MIEN_ALL_LODS {}", MIEN_ALL_LODS);
    println!("MIEN_MAX_INFLUENCES {}", MIEN_MAX_INFLUENCES);
    println!("MIEN_MAX_JOINTS {}", MIEN_MAX_JOINTS);
    println!("MIEN_MAX_MORPHS {}", MIEN_MAX_MORPHS);
    println!("MIEN_MAX_VERTICES {}", MIEN_MAX_VERTICES);
    println!("MIEN_MAX_INDICES {}", MIEN_MAX_INDICES);
    println!("MIEN_MAX_SUBMESHES {}", MIEN_MAX_SUBMESHES);
    println!("MIEN_MAX_WEIGHT {:.1}", MIEN_MAX_WEIGHT);
    println!("MIEN_MAX_LENGTH {:.1}", MIEN_MAX_LENGTH);
    println!("MIEN_MAX_CURVE {:.1}", MIEN_MAX_CURVE);
    println!("MIEN_PACK_ALIGNMENT {}", MIEN_PACK_ALIGNMENT);
    println!("MIEN_MAX_MEMBERS {}", MIEN_MAX_MEMBERS);
    println!("MIEN_LIFE_CURVES {}", MIEN_LIFE_CURVES);
    println!("MIEN_LIFE_MAX_TARGETS {}", MIEN_LIFE_MAX_TARGETS);
    println!("MIEN_TILE {}", MIEN_TILE);
    println!("MIEN_TILE_CHANNELS {}", MIEN_TILE_CHANNELS);
}
