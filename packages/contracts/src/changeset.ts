import { Type, type Static } from 'typebox';
import { FeatureState, SegmentState } from './evaluation.ts';
import { Principal } from './principal.ts';
import { Protection } from './protection.ts';
import { EvaluatedContext, nullable } from './shapes.ts';

/** The kinds of change that a change request holds (reference, identity side §1.3). Toggles has the table of what each one does. */
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
] as const;
/** One of `changeActions`. */
export const ChangeAction = Type.Enum([...changeActions]);
export type ChangeAction = Static<typeof ChangeAction>;

/** Those that count beyond the environment: in all environments of the project. */
export const projectWideActions: readonly ChangeAction[] = [
  'archiveFeature',
  'addDependency',
  'deleteDependency',
  'updateSegment',
  'deleteSegment',
];

/** One change as somebody proposes it. `feature` is null for changes to segments; `payload` depends on the action. */
export const Change = Type.Object({
  action: ChangeAction,
  feature: nullable(Type.String()),
  payload: Type.Optional(Type.Unknown()),
});
export type Change = Static<typeof Change>;

/** What was there, or is, where a change takes effect: property by property. Null where there is nothing. */
export const Snapshot = nullable(Type.Object({}, { additionalProperties: true }));
export type Snapshot = Static<typeof Snapshot>;

/** Something that a change touches, or a segment that decides what it does (`used-segment`). */
export const Touched = Type.Object({
  kind: Type.Enum(['feature', 'strategy', 'variants', 'segment', 'used-segment']),
  /** The name of the feature, or the id of the strategy or the segment. */
  id: Type.String(),
});
export type Touched = Static<typeof Touched>;

/** A refusal as data. */
export const Refusal = Type.Object({
  name: Type.String(),
  message: Type.String(),
  path: Type.Optional(Type.String()),
});
export type Refusal = Static<typeof Refusal>;

/** A change that somebody else takes with it: what is needed so that no feature is left on without a strategy. */
export const DefaultChange = Type.Object({ feature: Type.String(), action: ChangeAction, payload: Type.Unknown() });
export type DefaultChange = Static<typeof DefaultChange>;

/** One change as toggles sees it. */
export const DryRunChange = Type.Object({
  id: Type.Integer(),
  /** Why it cannot be carried out, after those before it; null if it can. */
  refusal: nullable(Refusal),
  /** It in one sentence, without the full stop. */
  sentence: Type.String(),
  touches: Type.Array(Touched),
  /** What is there now, before the whole set. */
  current: Snapshot,
  /** The properties that it gives another value, as far as they can be compared with those of `current`. */
  proposed: Snapshot,
  /** The name of the segment, of a change to one. */
  segment: nullable(Type.String()),
});
export type DryRunChange = Static<typeof DryRunChange>;

const EvaluationStates = Type.Object({ features: Type.Array(FeatureState), segments: Type.Array(SegmentState) });

/** The most changes of one set. */
export const maxChanges = 500;

/** What a set of changes is asked of toggles with. The key of one that takes effect makes it one: it takes effect once. */
export const ChangesetInput = Type.Object({
  /**
   * `dryRun`: as if, with nothing kept. `apply`: all or nothing, once for its key. `abandon`: whether it was applied under
   * its key; if not, it never will be.
   */
  purpose: Type.Enum(['dry-run', 'apply', 'abandon']),
  key: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  /** On whose behalf: the author of the events. */
  actor: Principal,
  project: Type.String(),
  environment: Type.String(),
  changes: Type.Array(Type.Object({ id: Type.Integer(), ...Change.properties }), { maxItems: maxChanges }),
  /** To apply: the `effectsHash` of the examination that was approved. 409 if the effects are others by now; absent: not compared. */
  expectedEffects: Type.Optional(Type.String({ maxLength: 64 })),
  /** Whether evaluation before and after is asked for. */
  states: Type.Boolean(),
});
export type ChangesetInput = Static<typeof ChangesetInput>;

/** What toggles says of a set of changes. */
export const ChangesetOutput = Type.Object({
  /** Whether it has taken effect, now or earlier under its key. */
  applied: Type.Boolean(),
  /** The revision of the features that it raised. Absent unless it has taken effect now. */
  revision: Type.Optional(Type.Integer()),
  /** Null for an environment that asks for no change requests. */
  protection: nullable(Protection),
  /** The protected environments whose permissions and reviewers decide: for changes that count in the whole project, all of them. */
  demands: Type.Optional(Type.Array(Type.Object({ environment: Type.String(), protection: Protection }))),
  /** SHA-256 over the side effects and the identity of the features: an approval is bound to it. Only of an examination. */
  effectsHash: Type.Optional(Type.String()),
  /** The position of toggles' last event that the examination is sure to have seen. Only of an examination. */
  position: Type.Optional(Type.Integer()),
  /** The freeze that the environment is in, null for none. */
  frozen: nullable(Type.Object({ name: Type.String(), until: Type.String({ format: 'date-time' }) })),
  /** Why the changes of a feature cannot be carried out, by its name. */
  conflicts: Type.Array(Type.Object({ feature: Type.String(), refusal: Refusal })),
  changes: Type.Array(DryRunChange),
  defaultChanges: Type.Array(DefaultChange),
  /** Of the features that the changes touch, and of those that depend on them; null if they were not asked for. */
  states: nullable(
    Type.Object({
      before: EvaluationStates,
      after: EvaluationStates,
      /** The contexts that the project has saved. */
      personas: Type.Array(Type.Object({ name: Type.String(), context: EvaluatedContext })),
    }),
  ),
});
export type ChangesetOutput = Static<typeof ChangesetOutput>;
