import { type Snapshot, Tag, type Touched } from '@signalbox/contracts';
import { Type } from 'typebox';
import { changeKind, type Target } from '../changeset/change-kind.ts';
import { segmentNow } from '../changeset/segment-changes.ts';
import { reviveFeature } from '../feature/archive/revive-feature.ts';
import { updateFeature } from '../feature/edit/update-feature.ts';
import { isArchived } from '../feature/feature/feature.ts';
import { serializeMetadata, WrittenFeature } from '../feature/feature/feature.schema.ts';
import { deleteSegment } from '../feature/segment/delete-segment.ts';
import { segmentParams, WriteSegment } from '../feature/segment/segment.schema.ts';
import { updateSegment } from '../feature/segment/update-segment.ts';
import { tagFeature } from '../feature/tag/tag-feature.ts';
import { untagFeature } from '../feature/tag/untag-feature.ts';
import type { PastState } from './past-state.ts';

const { id } = segmentParams.properties;

export const featureRevival = changeKind({
  payload: Type.Object({}),
  of: 'feature',
  execute: (context, { featureName }) => reviveFeature(context, featureName),
  current: ({ feature }: PastState) => ({ archived: feature !== null && isArchived(feature) }),
  proposed: () => ({ archived: false }),
  sentence: ({ featureName }) => `Revive ${featureName}, disabled in every environment`,
});

export const featureDescription = changeKind({
  payload: Type.Object(WrittenFeature.properties, { minProperties: 1 }),
  of: 'feature',
  execute: (context, target, input) => updateFeature(context, target, input),
  current: ({ feature }: PastState, _target, input) => {
    const metadata: Readonly<Record<string, unknown>> = feature ? serializeMetadata(feature) : {};
    return Object.fromEntries(Object.keys(input).map((name) => [name, metadata[name] ?? null]));
  },
  proposed: (input) => input,
  sentence: ({ featureName }, input) => `Change ${Object.keys(input).join(', ')} of ${featureName}`,
});

export const tagging = changeKind({
  payload: Tag,
  of: 'feature',
  execute: (context, { featureName }, tag) => tagFeature(context, featureName, tag),
  current: tagNow,
  proposed: (tag) => ({ tag }),
  sentence: ({ featureName }, tag) => `Tag ${featureName} with ${tag.type}:${tag.value}`,
});

export const untagging = changeKind({
  payload: Tag,
  of: 'feature',
  execute: (context, { featureName }, tag) => untagFeature(context, featureName, tag),
  current: tagNow,
  proposed: () => ({ tag: null }),
  sentence: ({ featureName }, tag) => `Remove the tag ${tag.type}:${tag.value} from ${featureName}`,
});

/** Replaces a segment, including segments of all projects. */
export const anySegmentReplacement = changeKind({
  payload: Type.Object({ ...WriteSegment.properties, id }),
  of: 'segment',
  execute: (context, _target, { id: own, ...input }) => updateSegment(context, own, input),
  touches: segmentTouched,
  current: segmentNow,
  proposed: ({ name, constraints }) => ({ name, constraints }),
  sentence: (_target, { name }) => `Change the segment ${name}`,
});

/** Deletes a segment, including segments of all projects. */
export const anySegmentRemoval = changeKind({
  payload: Type.Object({ id, name: Type.String() }),
  of: 'segment',
  execute: (context, _target, segment) => deleteSegment(context, segment.id),
  touches: segmentTouched,
  current: segmentNow,
  proposed: () => null,
  sentence: (_target, { name }) => `Delete the segment ${name}`,
});

function segmentTouched(_target: Target, segment: { readonly id: number }): Touched[] {
  return [{ kind: 'segment', id: String(segment.id) }];
}

function tagNow({ tags }: PastState, _target: Target, { type, value }: Tag): Snapshot {
  const found = tags.some((tag) => tag.type === type && tag.value === value);
  return { tag: found ? { value, type } : null };
}
