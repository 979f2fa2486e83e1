import { changes, type Snapshot, Tag, type Touched } from '@signalbox/contracts';
import { Type } from 'typebox';
import { changeKind, type Target } from '../changeset/change-kind.ts';
import { segmentNow } from '../changeset/project-changes.ts';
import { reviveFeature, reviveFeatureRoute } from '../feature/archive/revive-feature.ts';
import { updateFeature, updateFeatureRoute } from '../feature/edit/update-feature.ts';
import { isArchived } from '../feature/feature/feature.ts';
import { serializeMetadata, WrittenFeature } from '../feature/feature/feature.schema.ts';
import { deleteSegment, deleteSegmentRoute } from '../feature/segment/delete-segment.ts';
import { segmentParams, WriteSegment } from '../feature/segment/segment.schema.ts';
import { updateSegment, updateSegmentRoute } from '../feature/segment/update-segment.ts';
import { tagFeature, tagFeatureRoute } from '../feature/tag/tag-feature.ts';
import { untagFeature, untagFeatureRoute } from '../feature/tag/untag-feature.ts';
import type { PastState } from './past-state.ts';

const { id } = segmentParams.properties;
const ofFeature = { of: 'feature', scope: null } as const;
const tagIn = ({ type, value }: Readonly<Record<string, unknown>>): string => `${String(type)}:${String(value)}`;

/** Changes that undo events, and that change requests cannot contain in this form. */
export const directKinds = {
  reviveFeature: changeKind(
    { ...ofFeature, phrase: ({ feature }) => `Revive ${feature}, disabled in every environment` },
    {
      route: reviveFeatureRoute,
      payload: Type.Object({}),
      execute: (context, { featureName }) => reviveFeature(context, featureName),
      current: ({ feature }: PastState) => ({ archived: feature !== null && isArchived(feature) }),
      proposed: () => ({ archived: false }),
    },
  ),

  updateFeature: changeKind(
    { ...ofFeature, phrase: ({ feature, payload }) => `Change ${Object.keys(payload).join(', ')} of ${feature}` },
    {
      route: updateFeatureRoute,
      payload: Type.Object(WrittenFeature.properties, { minProperties: 1 }),
      execute: (context, target, input) => updateFeature(context, target, input),
      current: ({ feature }: PastState, _target, input) => {
        const metadata: Readonly<Record<string, unknown>> = feature ? serializeMetadata(feature) : {};
        return Object.fromEntries(Object.keys(input).map((name) => [name, metadata[name] ?? null]));
      },
      proposed: (input) => input,
    },
  ),

  tagFeature: changeKind(
    { ...ofFeature, phrase: ({ feature, payload }) => `Tag ${feature} with ${tagIn(payload)}` },
    {
      route: tagFeatureRoute,
      payload: Tag,
      execute: (context, { featureName }, tag) => tagFeature(context, featureName, tag),
      current: tagNow,
      proposed: (tag) => ({ tag }),
    },
  ),

  untagFeature: changeKind(
    { ...ofFeature, phrase: ({ feature, payload }) => `Remove the tag ${tagIn(payload)} from ${feature}` },
    {
      route: untagFeatureRoute,
      payload: Tag,
      execute: (context, { featureName }, tag) => untagFeature(context, featureName, tag),
      current: tagNow,
      proposed: () => ({ tag: null }),
    },
  ),

  /** Replaces a segment, including segments of all projects. */
  updateSegment: changeKind(changes.updateSegment, {
    route: updateSegmentRoute,
    payload: Type.Object({ ...WriteSegment.properties, id }),
    execute: (context, _target, { id: own, ...input }) => updateSegment(context, own, input),
    touches: segmentTouched,
    current: segmentNow,
    proposed: ({ name, constraints }) => ({ name, constraints }),
  }),

  /** Deletes a segment, including segments of all projects. */
  deleteSegment: changeKind(changes.deleteSegment, {
    route: deleteSegmentRoute,
    payload: Type.Object({ id, name: Type.String() }),
    execute: (context, _target, segment) => deleteSegment(context, segment.id),
    touches: segmentTouched,
    current: segmentNow,
    proposed: () => null,
  }),
};

function segmentTouched(_target: Target, segment: { readonly id: number }): Touched[] {
  return [{ kind: 'segment', id: String(segment.id) }];
}

function tagNow({ tags }: PastState, _target: Target, { type, value }: Tag): Snapshot {
  const found = tags.some((tag) => tag.type === type && tag.value === value);
  return { tag: found ? { value, type } : null };
}
