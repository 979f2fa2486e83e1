import { type Static, Type } from 'typebox';
import { DateTime, FeatureVariant, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature, project } from './scope.ts';

export const codeReferencesUpdated = defineEvent('toggles', 'code-references-updated', {
  when: 'a scan of a repository finds other features or another number of references than the last one of the branch, or a repository is removed',
  scope: project,
  data: Type.Object({
    repository: Type.String(),
    /** Null if the repository is removed. */
    branch: nullable(Type.String()),
    commit: nullable(Type.String()),
    references: Type.Integer(),
    /** Numbers of features: with references, with the first one, and without one since this scan. */
    features: Type.Integer(),
    appeared: Type.Integer(),
    disappeared: Type.Integer(),
  }),
});

/** The only answer of a feature in its environments of production. */
export const OnlyAnswer = Type.Object({
  enabled: Type.Boolean(),
  variant: Type.Optional(Type.Object({ name: Type.String(), payload: FeatureVariant.properties.payload })),
});
export type OnlyAnswer = Static<typeof OnlyAnswer>;

export const featureCleanupReady = defineEvent('toggles', 'feature-cleanup-ready', {
  when: 'a feature becomes ready to be removed from code, or to be archived',
  scope: feature,
  data: Type.Object({
    verdict: Type.Enum(['remove-code', 'archive']),
    winner: nullable(OnlyAnswer),
    reasons: Type.Array(Type.String()),
  }),
});

/** A decision to keep a feature for a time, although it could be removed. */
export const FeatureSnooze = Type.Object({ until: DateTime, reason: Type.String({ minLength: 1, maxLength: 500 }) });
export type FeatureSnooze = Static<typeof FeatureSnooze>;

export const featureCleanupSnoozed = defineEvent('toggles', 'feature-cleanup-snoozed', {
  when: 'a user decides to keep a feature for a time, or ends that; null means that nothing keeps it',
  scope: feature,
  data: nullable(FeatureSnooze),
  preData: nullable(FeatureSnooze),
});
