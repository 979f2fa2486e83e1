import { Type, type Static } from 'typebox';
import { CodeDefault } from '../evaluation.ts';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

/** Metadata of a feature, in the reference's sense (toggle side §24). */
export const FeatureMetadata = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  type: Type.String(),
  project: Type.String(),
  stale: Type.Boolean(),
  createdAt: nullable(DateTime),
  lastSeenAt: nullable(DateTime),
  impressionData: Type.Boolean(),
  /** Not in the reference. Absent if none. */
  codeDefault: Type.Optional(CodeDefault),
  /** Set of documents that manages the feature. Absent if none. */
  managedBy: Type.Optional(Type.String()),
  archived: Type.Boolean(),
  archivedAt: nullable(DateTime),
});

const FeatureType = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  lifetimeDays: nullable(Type.Integer({ minimum: 0 })),
});

export const featureCreated = defineEvent('toggles', 'feature-created', {
  when: 'a feature is created, cloned or newly imported',
  scope: feature,
  touches: 'feature',
  data: FeatureMetadata,
});

export const featureMetadataUpdated = defineEvent('toggles', 'feature-metadata-updated', {
  when: 'the description, type, impression data, code default, stale mark or set of a feature is updated',
  scope: feature,
  touches: 'feature',
  data: FeatureMetadata,
  preData: FeatureMetadata,
});

export const featureArchived = defineEvent('toggles', 'feature-archived', {
  when: 'a feature is archived and no longer served to SDKs',
  scope: feature,
  touches: 'feature',
});

export const featureRevived = defineEvent('toggles', 'feature-revived', {
  when: 'a feature is revived, disabled in every environment',
  scope: feature,
  touches: 'feature',
});

export const featureDeleted = defineEvent('toggles', 'feature-deleted', {
  when: 'an archived feature is deleted permanently; `tags` are the tags it had',
  scope: feature,
  touches: 'feature',
  preData: FeatureMetadata,
});

export const featureStaleOn = defineEvent('toggles', 'feature-stale-on', {
  when: 'a feature is marked as stale',
  scope: feature,
  touches: 'feature',
});

export const featureStaleOff = defineEvent('toggles', 'feature-stale-off', {
  when: 'a feature is marked as not stale',
  scope: feature,
  touches: 'feature',
});

export const featurePotentiallyStaleOn = defineEvent('toggles', 'feature-potentially-stale-on', {
  when: 'a feature exceeds the lifetime of its type',
  scope: feature,
});

export const featureProjectChange = defineEvent('toggles', 'feature-project-change', {
  when: 'a feature moves to another project; `project` is the new one',
  scope: feature,
  touches: 'feature',
  data: Type.Object({ oldProject: Type.String(), newProject: Type.String() }),
});

/** Outcome of a completed feature: kept or discarded, and the winning variant, if any. */
export const Completion = Type.Object({ status: Type.Enum(['kept', 'discarded']), statusValue: nullable(Type.String()) });
export type Completion = Static<typeof Completion>;

export const featureCompleted = defineEvent('toggles', 'feature-completed', {
  when: 'a feature is completed, or its completion is updated',
  scope: feature,
  data: Completion,
});

export const featureUncompleted = defineEvent('toggles', 'feature-uncompleted', {
  when: 'a completed feature returns to its previous stage',
  scope: feature,
});

export const featureTypeUpdated = defineEvent('toggles', 'feature-type-updated', {
  when: 'the lifetime of a feature type changes',
  data: FeatureType,
  preData: FeatureType,
});
