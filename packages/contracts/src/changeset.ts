import { Type, type Static } from 'typebox';
import { FeatureState, SegmentState } from './evaluation.ts';
import { Principal } from './principal.ts';
import { Protection } from './protection.ts';
import { DateTime, EvaluatedContext, nullable } from './shapes.ts';

/** Actions of changes in a change request (reference, identity side §1.3). `changes` defines them. */
export const changeActions = [
  'updateEnabled',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
  'patchVariant',
  'reorderStrategy',
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
  'updateProtection',
  'addReleasePlan',
  'deleteReleasePlan',
  'startMilestone',
  'updateMilestoneStrategy',
  'changeMilestoneProgression',
  'deleteMilestoneProgression',
  'resumeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'deleteReleasePlanSafeguard',
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
] as const;
/** One of `changeActions`. */
export const ChangeAction = Type.Enum([...changeActions]);
export type ChangeAction = Static<typeof ChangeAction>;

/** A proposed change. `feature` is null for changes to segments; `payload` depends on the action. */
export const Change = Type.Object({
  action: ChangeAction,
  feature: nullable(Type.String()),
  payload: Type.Optional(Type.Unknown()),
});
export type Change = Static<typeof Change>;

/** State of the changed object, by property. Null if it does not exist. */
export const Snapshot = nullable(Type.Object({}, { additionalProperties: true }));
export type Snapshot = Static<typeof Snapshot>;

/** An object that a change affects, or a segment that its effect depends on (`used-segment`). */
export const Touched = Type.Object({
  kind: Type.Enum(['feature', 'strategy', 'variants', 'segment', 'used-segment', 'release-plan', 'safeguards']),
  /** Name of the feature (also for its release plan and its safeguards), or id of the strategy or segment. */
  id: Type.String(),
});
export type Touched = Static<typeof Touched>;

/** A refusal as data. */
export const Refusal = Type.Object({
  name: Type.String(),
  message: Type.String(),
  path: Type.Optional(Type.String()),
  /** The rule of the project that the change breaks. Absent if none. */
  rule: Type.Optional(Type.String()),
});
export type Refusal = Static<typeof Refusal>;

/** An additional change, so that no feature is left on without a strategy. */
export const DefaultChange = Type.Object({ feature: Type.String(), action: ChangeAction, payload: Type.Unknown() });
export type DefaultChange = Static<typeof DefaultChange>;

/** Dry run of one change. */
export const DryRunChange = Type.Object({
  id: Type.Integer(),
  /** Reason why it cannot be executed after the preceding changes, or null. */
  refusal: nullable(Refusal),
  /** Description in one sentence, without the full stop. */
  sentence: Type.String(),
  touches: Type.Array(Touched),
  /** State before the changeset. */
  current: Snapshot,
  /** Properties that it changes, for comparison with `current`. */
  proposed: Snapshot,
  /** Name of the segment, for changes to one. */
  segment: nullable(Type.String()),
  /** Set for a change to a segment that belongs to no project. */
  global: Type.Optional(Type.Literal(true)),
});
export type DryRunChange = Static<typeof DryRunChange>;

const EvaluationStates = Type.Object({ features: Type.Array(FeatureState), segments: Type.Array(SegmentState) });

/** Maximum number of changes in a changeset. */
export const maxChanges = 500;

/** Input of `runChangeset`. A changeset with a key takes effect at most once. */
export const ChangesetInput = Type.Object({
  /**
   * `examine`: computes the effects and stores nothing. `apply`: all or nothing, once per key. `abandon`: reports if it was applied under its key; otherwise it never will be.
   */
  purpose: Type.Enum(['examine', 'apply', 'abandon']),
  key: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  /** Author of the events. */
  actor: Principal,
  /** `principalKey` of the authors of the changes, who approve nothing that comes of them. Absent: the actor. */
  authors: Type.Optional(Type.Array(Type.String())),
  project: Type.String(),
  environment: Type.String(),
  changes: Type.Array(Type.Object({ id: Type.Integer(), ...Change.properties }), { maxItems: maxChanges }),
  /** For `apply`: the `effectsHash` of the approved dry run. 409 if the effects have changed since; absent: not compared. */
  expectedEffects: Type.Optional(Type.String({ maxLength: 64 })),
  /** For `apply`: the protected environments that have approved. 409 if others are affected by now; absent: not compared. */
  approvedIn: Type.Optional(Type.Array(Type.Object({ project: Type.String(), environment: Type.String() }))),
  /** Requests the evaluation states before and after. */
  states: Type.Boolean(),
});
export type ChangesetInput = Static<typeof ChangesetInput>;

/** Output of `runChangeset`. */
export const ChangesetOutput = Type.Object({
  /** True if it has taken effect, now or earlier under its key. */
  applied: Type.Boolean(),
  /** Revision of the features that it raised. Absent unless it has taken effect now. */
  revision: Type.Optional(Type.Integer()),
  /** Null for an environment without change requests. */
  protection: nullable(Protection),
  /**
   * Protected environments whose permissions and reviewers apply. For project-wide changes, all of the project. For a change to a global
   * segment, those of all projects in which strategies use it. Without `project`: that of the changeset.
   */
  demands: Type.Optional(
    Type.Array(Type.Object({ project: Type.Optional(Type.String()), environment: Type.String(), protection: Protection })),
  ),
  /** SHA-256 of the side effects and the identity of the features, to which an approval is bound. Dry runs only. */
  effectsHash: Type.Optional(Type.String()),
  /** Position of toggles' last event that the dry run includes. Dry runs only. */
  position: Type.Optional(Type.Integer()),
  /** Permissions that the actor lacks for making the changes directly, and the environment, if they belong to one. Null if none is missing. Dry runs only. */
  lacking: Type.Optional(nullable(Type.Object({ permissions: Type.Array(Type.String()), environment: nullable(Type.String()) }))),
  /** Current freeze of the environment, or null. */
  frozen: nullable(Type.Object({ name: Type.String(), until: DateTime })),
  /** Reasons why changes cannot be executed, by feature. */
  conflicts: Type.Array(Type.Object({ feature: Type.String(), refusal: Refusal })),
  changes: Type.Array(DryRunChange),
  defaultChanges: Type.Array(DefaultChange),
  /** Evaluation states of the affected features and their dependents. Null unless requested. */
  states: nullable(
    Type.Object({
      before: EvaluationStates,
      after: EvaluationStates,
      /** Saved contexts of the project. */
      personas: Type.Array(Type.Object({ name: Type.String(), context: EvaluatedContext })),
    }),
  ),
});
export type ChangesetOutput = Static<typeof ChangesetOutput>;
