import { type Static, Type } from 'typebox';
import { DateTime, mapOf, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { FeatureStrategy } from './feature-strategy-events.ts';
import { featureEnvironment } from './scope.ts';

const Minutes = Type.Integer({ minimum: 1, maximum: 5_256_000 });
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 });

/** Days of the week, from Monday. */
export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * A condition for leaving a milestone. `time` and `quiet` have `minutes`; `exposure` has `minimum`; `approval` has `approvals` and
 * optionally `groups`; `window` has `days`, `from`, `to` and `timeZone`.
 */
export const Gate = Type.Object({
  type: Type.Enum(['time', 'exposure', 'approval', 'window', 'quiet']),
  minutes: Type.Optional(Minutes),
  minimum: Type.Optional(Type.Integer({ minimum: 1 })),
  unit: Type.Optional(Type.Enum(['evaluations'])),
  approvals: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Ids of the groups whose members may approve. */
  groups: Type.Optional(Type.Array(Type.Integer(), { maxItems: 20 })),
  days: Type.Optional(Type.Array(Type.Enum([...weekDays]), { minItems: 1, maxItems: 7 })),
  from: Type.Optional(TimeOfDay),
  to: Type.Optional(TimeOfDay),
  timeZone: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Gate = Static<typeof Gate>;

/** When a release leaves a milestone automatically: once all gates hold. */
export const TransitionCondition = Type.Object({
  /** The same as a gate of type `time`. */
  intervalMinutes: Type.Optional(Minutes),
  gates: Type.Optional(Type.Array(Gate, { maxItems: 10 })),
});
export type TransitionCondition = Static<typeof TransitionCondition>;

/** A stage of a release, with the strategies that apply during it. */
export const ReleaseMilestone = Type.Object({
  id: Type.String(),
  name: Type.String(),
  sortOrder: Type.Integer(),
  strategies: Type.Array(FeatureStrategy),
  transitionCondition: Type.Optional(nullable(TransitionCondition)),
});
export type ReleaseMilestone = Static<typeof ReleaseMilestone>;

/** Approval of a user to leave a milestone. */
export const GateApproval = Type.Object({
  userId: Type.Integer(),
  name: Type.String(),
  groups: Type.Array(Type.Integer()),
  at: DateTime,
});
export type GateApproval = Static<typeof GateApproval>;

/** A milestone of a release plan. */
export const PlanMilestone = Type.Object({
  ...ReleaseMilestone.properties,
  /** Null before the release reaches the milestone. */
  startedAt: nullable(DateTime),
  /** The milestone that follows automatically. Absent or null: the next one. */
  targetMilestone: Type.Optional(nullable(Type.String())),
  /** The release does not advance automatically while this is set. */
  pausedAt: Type.Optional(nullable(DateTime)),
  resumedAt: Type.Optional(nullable(DateTime)),
  /** The time at which the release left the milestone automatically. */
  progressionExecutedAt: Type.Optional(nullable(DateTime)),
  approvals: Type.Optional(Type.Array(GateApproval)),
});
export type PlanMilestone = Static<typeof PlanMilestone>;

/** The metric that a safeguard watches, as the reference system selects it. The source `signal` is one of ours: `metricName` names it. */
export const ImpactMetricChoice = Type.Object({
  metricName: Type.String({ minLength: 1, maxLength: 100 }),
  timeRange: Type.Enum(['hour', 'day', 'week', 'month']),
  aggregationMode: Type.Enum(['rps', 'count', 'avg', 'sum', 'p50', 'p95', 'p99']),
  /** Values of each label, any of which a series must have. */
  labelSelectors: mapOf(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 }), { maxProperties: 10 }),
  source: Type.Optional(Type.Enum(['internal', 'external', 'signal'])),
});
export type ImpactMetricChoice = Static<typeof ImpactMetricChoice>;

/** Actions of a safeguard: the two of the reference system, a return to the previous milestone, and an event only. */
export const safeguardActions = ['pauseReleasePlanProgressions', 'disableFeatureEnvironment', 'step-back', 'notify'] as const;

/** One of `safeguardActions`. */
export const SafeguardAction = Type.Enum([...safeguardActions]);

/** The limit of a safeguard: a value, or with `before` and `relative` a ratio. */
export const TriggerCondition = Type.Object({ operator: Type.Enum(['>', '<']), threshold: Type.Number() });

/** A number of minutes out of the last ones. */
export const Debounce = Type.Object({
  times: Type.Integer({ minimum: 2, maximum: 60 }),
  minutes: Type.Integer({ minimum: 2, maximum: 60 }),
});

/** Watches a metric of a release, or of a feature in an environment, and acts when it passes its limit. */
export const Safeguard = Type.Object({
  id: Type.String(),
  impactMetric: ImpactMetricChoice,
  triggerCondition: TriggerCondition,
  action: SafeguardAction,
  /** Reaction to a metric without values. */
  onNoData: Type.Enum(['hold', 'ignore', 'off']),
  /** Minutes after the start of a milestone, or after the feature is switched on, in which missing values have no effect, and in which nothing is compared with before. */
  graceMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
  /**
   * The values that the metric is compared with: the limit itself (`threshold`, the default), the time before the milestone (`before`), or
   * users without the feature (`relative`).
   */
  compare: Type.Optional(Type.Enum(['threshold', 'before', 'relative'])),
  /** A counter of attempts that the metric is divided by. Required by `relative`. */
  per: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** With `relative`, the variant of the users who are compared with those without the feature. Absent: everybody who has it. */
  variant: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** With `relative`, the number of attempts in each group before anything is decided. */
  minimumSample: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  /** Acts only if the metric was beyond the limit in this many of the last minutes. */
  debounce: Type.Optional(Debounce),
  /** The minutes that `debounce` counts. */
  beyondAt: Type.Optional(Type.Array(DateTime)),
  /** The time at which a safeguard of a feature was set. Absent for those of releases, which watch whole milestones. */
  setAt: Type.Optional(DateTime),
  /** Set until the release is resumed or another milestone starts. A safeguard of a feature acts again once the feature is on. */
  triggeredAt: nullable(DateTime),
  /** The reason why it was triggered. */
  reason: nullable(Type.String()),
});
export type Safeguard = Static<typeof Safeguard>;

const { id: _id, beyondAt: _beyondAt, setAt: _setAt, triggeredAt: _triggeredAt, reason: _reason, ...written } = Safeguard.properties;

/** The part of a safeguard that users write, without its id and state. */
export const SafeguardContent = Type.Object(written);
export type SafeguardContent = Static<typeof SafeguardContent>;

/** A release template in responses and events. Without a project, all projects can use it. */
export const ReleaseTemplateShape = Type.Object({
  id: Type.String(),
  discriminator: Type.Literal('template'),
  name: Type.String(),
  description: nullable(Type.String()),
  project: nullable(Type.String()),
  milestones: Type.Array(ReleaseMilestone),
  /** The safeguards of each plan that is created from it. Absent if there are none, as in the reference system, which has none here. */
  safeguards: Type.Optional(Type.Array(SafeguardContent)),
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
  archivedAt: nullable(DateTime),
});
export type ReleaseTemplateShape = Static<typeof ReleaseTemplateShape>;

export const releasePlanTemplateCreated = defineEvent('toggles', 'release-plan-template-created', {
  when: 'a release template is created',
  scope: ['project?'],
  data: ReleaseTemplateShape,
});

export const releasePlanTemplateUpdated = defineEvent('toggles', 'release-plan-template-updated', {
  when: 'a release template is updated; release plans that were created from it stay as they are',
  scope: ['project?'],
  data: ReleaseTemplateShape,
  preData: ReleaseTemplateShape,
});

export const releasePlanTemplateArchived = defineEvent('toggles', 'release-plan-template-archived', {
  when: 'a release template is archived, so that no release plan can be created from it',
  scope: ['project?'],
  data: ReleaseTemplateShape,
  preData: ReleaseTemplateShape,
});

export const releasePlanTemplateDeleted = defineEvent('toggles', 'release-plan-template-deleted', {
  when: 'a release template is deleted; release plans that were created from it stay as they are',
  scope: ['project?'],
  preData: ReleaseTemplateShape,
});

/** The release of a feature in one environment: a copy of a template, with its own progress. */
export const ReleasePlanShape = Type.Object({
  id: Type.String(),
  discriminator: Type.Literal('plan'),
  name: Type.String(),
  description: nullable(Type.String()),
  featureName: Type.String(),
  environment: Type.String(),
  releasePlanTemplateId: nullable(Type.String()),
  /** The milestone whose strategies apply. Null before the first starts. */
  activeMilestoneId: nullable(Type.String()),
  milestones: Type.Array(PlanMilestone),
  safeguards: Type.Array(Safeguard),
  createdByUserId: nullable(Type.Integer()),
  createdAt: DateTime,
});
export type ReleasePlanShape = Static<typeof ReleasePlanShape>;

/** A milestone with its release plan. */
export const MilestoneOfPlan = Type.Object({
  releasePlanId: Type.String(),
  milestoneId: Type.String(),
  milestoneName: Type.String(),
});
export type MilestoneOfPlan = Static<typeof MilestoneOfPlan>;

export const releasePlanAdded = defineEvent('toggles', 'release-plan-added', {
  when: 'a release plan is added to a feature in one environment',
  scope: featureEnvironment,
  data: ReleasePlanShape,
});

export const releasePlanUpdated = defineEvent('toggles', 'release-plan-updated', {
  when: 'the strategies of a milestone of a release plan change',
  scope: featureEnvironment,
  data: ReleasePlanShape,
  preData: ReleasePlanShape,
});

export const releasePlanRemoved = defineEvent('toggles', 'release-plan-removed', {
  when: 'a release plan is deleted, with the strategies of its active milestone',
  scope: featureEnvironment,
  preData: ReleasePlanShape,
});

export const releasePlanMilestoneStarted = defineEvent('toggles', 'release-plan-milestone-started', {
  when: 'a milestone of a release plan starts; its strategies replace those of the previous milestone',
  scope: featureEnvironment,
  data: Type.Object({
    ...MilestoneOfPlan.properties,
    /** True if the release advanced automatically. */
    automatic: Type.Optional(Type.Boolean()),
  }),
  preData: nullable(MilestoneOfPlan),
});

/** The progression from a milestone to a later one. */
export const Progression = Type.Object({
  releasePlanId: Type.String(),
  sourceMilestone: Type.String(),
  targetMilestone: nullable(Type.String()),
  transitionCondition: TransitionCondition,
});
export type Progression = Static<typeof Progression>;

export const milestoneProgressionCreated = defineEvent('toggles', 'milestone-progression-created', {
  when: 'a milestone of a release plan gets a condition for leaving it',
  scope: featureEnvironment,
  data: Progression,
});

export const milestoneProgressionUpdated = defineEvent('toggles', 'milestone-progression-updated', {
  when: 'the condition for leaving a milestone of a release plan changes',
  scope: featureEnvironment,
  data: Progression,
  preData: Progression,
});

export const milestoneProgressionDeleted = defineEvent('toggles', 'milestone-progression-deleted', {
  when: 'the condition for leaving a milestone of a release plan is deleted',
  scope: featureEnvironment,
  preData: Progression,
});

export const releasePlanProgressionsPaused = defineEvent('toggles', 'release-plan-progressions-paused', {
  when: 'a user or a safeguard pauses the automatic progression of a release plan',
  scope: featureEnvironment,
  data: Type.Object({ ...MilestoneOfPlan.properties, reason: nullable(Type.String()) }),
});

export const releasePlanProgressionsResumed = defineEvent('toggles', 'release-plan-progressions-resumed', {
  when: 'a user resumes the automatic progression of a release plan',
  scope: featureEnvironment,
  data: MilestoneOfPlan,
});

export const releasePlanMilestoneApproved = defineEvent('toggles', 'release-plan-milestone-approved', {
  when: 'a user approves leaving a milestone of a release plan',
  scope: featureEnvironment,
  data: MilestoneOfPlan,
});

/** Without a plan, the safeguard belongs to the feature in the environment. */
export const SafeguardOfPlan = Type.Object({ releasePlanId: Type.Optional(Type.String()), safeguard: Safeguard });
export type SafeguardOfPlan = Static<typeof SafeguardOfPlan>;

export const safeguardChanged = defineEvent('toggles', 'safeguard-changed', {
  when: 'a safeguard of a release plan or a feature is added or changed',
  scope: featureEnvironment,
  data: SafeguardOfPlan,
  preData: nullable(SafeguardOfPlan),
});

export const safeguardDeleted = defineEvent('toggles', 'safeguard-deleted', {
  when: 'a safeguard of a release plan or a feature is deleted',
  scope: featureEnvironment,
  preData: SafeguardOfPlan,
});

export const safeguardTriggered = defineEvent('toggles', 'safeguard-triggered', {
  when: 'the metric of a safeguard passes its limit, or has no values; the events of its action follow',
  scope: featureEnvironment,
  data: SafeguardOfPlan,
});
