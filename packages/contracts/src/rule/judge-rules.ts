import type { Static } from 'typebox';
import { changeKindOf } from '../changes/changes.ts';
import type { EventBody } from '../envelope.ts';
import type { EventDefinition } from '../event.ts';
import { featureEnvironmentDisabled, featureEnvironmentEnabled } from '../events/feature-environment-events.ts';
import { featureCreated, type FeatureMetadata, featureMetadataUpdated } from '../events/feature-events.ts';
import {
  type FeatureStrategy,
  featureStrategyAdd,
  featureStrategyRemove,
  featureStrategyUpdate,
} from '../events/feature-strategy-events.ts';
import { freezeAt } from '../freeze-at.ts';
import type { RuleName, Rules } from '../rules.ts';
import type { Tag } from '../shapes.ts';

/** The part of an event that rules judge. */
export type JudgedEvent = Pick<EventBody, 'type' | 'environment' | 'featureName' | 'data' | 'preData'>;

/** The feature of an event after the unit of work. Undefined facts are unknown, and decide nothing. */
export interface RuleFacts {
  /** The time of the change; undefined for a proposal, which may be applied at any time. */
  readonly at?: Date | undefined;
  readonly description?: string | null | undefined;
  readonly enabledIn?: Readonly<Record<string, boolean>> | undefined;
  readonly hasOwner?: boolean | undefined;
  /** Of the type of the feature; null for a type without. */
  readonly lifetimeDays?: number | null | undefined;
  readonly tags?: readonly Tag[] | undefined;
}

interface Judged<Parameters> {
  readonly parameters: Parameters;
  readonly event: JudgedEvent;
  readonly facts: RuleFacts;
  /** The largest rollout among the strategies that the unit of work removes from the feature in the environment. */
  readonly removed: number;
}

/** Why a change breaks a rule, and the way out; null if it does not, undefined if the facts do not tell. */
type Problem = string | null | undefined;

interface Rule<Parameters> {
  readonly judges: (event: JudgedEvent, parameters: Parameters) => boolean;
  readonly problem: (judged: Judged<Parameters>) => Problem;
}

const isOf = ({ type }: JudgedEvent, ...events: readonly EventDefinition[]): boolean => events.some((event) => event.type === type);
const isEnabledIn = (event: JudgedEvent, environments: readonly string[]): boolean =>
  isOf(event, featureEnvironmentEnabled) && environments.includes(event.environment ?? '');

/** The problem of a fact that does not hold. */
const unless = (fact: boolean | undefined, problem: string): Problem => (fact === undefined ? undefined : fact ? null : problem);

const rules: { readonly [Name in RuleName]-?: Rule<NonNullable<Rules[Name]>> } = {
  stagedFirst: {
    judges: (event, { environment }) => isEnabledIn(event, [environment]),
    problem: ({ parameters: { environment, after }, event: { featureName }, facts: { enabledIn } }) =>
      unless(
        enabledIn?.[after],
        `Features of this project are enabled in ${after} before ${environment}. Enable ${featureName} in ${after} first.`,
      ),
  },

  /** An added strategy rises from zero, or from the strategies that it replaces: milestones and imports replace them. */
  maxStep: {
    judges: (event, { environment }) => isOf(event, featureStrategyAdd, featureStrategyUpdate) && event.environment === environment,
    problem: ({ parameters: { environment, percentage }, event: { data, preData }, removed }) => {
      const before = preData ? rolloutOf(preData as FeatureStrategy) : removed;
      const after = rolloutOf(data as FeatureStrategy);
      return unless(
        !(after - before > percentage),
        `A rollout in ${environment} rises by at most ${percentage} percentage points at once. Set it to at most ${before + percentage} % first, instead of ${after} %.`,
      );
    },
  },

  ownerRequired: {
    judges: (event, { environments }) => isEnabledIn(event, environments),
    problem: ({ event: { environment, featureName }, facts: { hasOwner } }) =>
      unless(hasOwner, `Features that are enabled in ${environment} need an owner. Set the owner of ${featureName} first.`),
  },

  expiryRequired: {
    judges: (event) => isOf(event, featureCreated) || (isOf(event, featureMetadataUpdated) && typeIn(event.data) !== typeIn(event.preData)),
    problem: ({ event: { data }, facts: { lifetimeDays } }) =>
      unless(
        lifetimeDays === undefined ? undefined : lifetimeDays !== null,
        `Features of this project need an expected lifetime, and the type ${typeIn(data)} has none. Choose another type.`,
      ),
  },

  requiredTag: {
    judges: (event, { environments }) => isEnabledIn(event, environments),
    problem: ({ parameters: { type }, event: { environment, featureName }, facts: { tags } }) =>
      unless(
        tags?.some((tag) => tag.type === type),
        `Features that are enabled in ${environment} need a tag of type ${type}. Tag ${featureName} first.`,
      ),
  },

  description: {
    judges: (event) => isOf(event, featureCreated, featureEnvironmentEnabled),
    problem: ({ event, facts }) => {
      const description = isOf(event, featureCreated) ? (event.data as FeatureMetadataContent).description : facts.description;
      return unless(
        description === undefined ? undefined : Boolean(description?.trim()),
        `Features of this project need a description. Describe ${event.featureName}.`,
      );
    },
  },

  quietHours: {
    judges: (event, { environments }) => {
      const kind = isOf(event, featureEnvironmentDisabled) ? null : changeKindOf(event);
      return kind?.of === 'feature' && (kind.scope === 'project' || environments.includes(event.environment ?? ''));
    },
    problem: ({ parameters: { environments, freezes }, event: { environment }, facts: { at } }) => {
      const freeze = at && freezeAt({ freezes }, at);
      if (!freeze) return freeze;
      return `Features in ${environment ?? environments.join(', ')} do not change until ${freeze.until} (${freeze.name}). Make the change after that.`;
    },
  },
};

type FeatureMetadataContent = Static<typeof FeatureMetadata>;

const typeIn = (metadata: unknown): string => (metadata as FeatureMetadataContent).type;

/** Percentage of users whom the strategy reaches. Zero for types without a rollout, which list their users. */
const rolloutOf = ({ name, disabled, parameters }: FeatureStrategy): number =>
  disabled ? 0 : Number(parameters['rollout'] ?? parameters['percentage'] ?? (everyone.includes(name) ? 100 : 0));

const everyone: readonly string[] = ['default', 'flexibleRollout'];

/** Judgement of one rule on one event. */
export interface Judgement<Event extends JudgedEvent = JudgedEvent> {
  readonly rule: RuleName;
  readonly event: Event;
  readonly problem: Problem;
}

/** Judges the events of one unit of work by all active rules. Events that no rule judges have no judgement. */
export function judgeRules<Event extends JudgedEvent>(
  active: Rules,
  events: readonly Event[],
  factsOf: (event: Event) => RuleFacts,
): Judgement<Event>[] {
  const removed = removedRollouts(events);
  return (Object.keys(active) as RuleName[]).flatMap((rule) => {
    const { judges, problem } = rules[rule] as Rule<unknown>;
    const parameters = active[rule];
    return events
      .filter((event) => judges(event, parameters))
      .map((event) => ({
        rule,
        event,
        problem: problem({ parameters, event, facts: factsOf(event), removed: removed.get(scopeOf(event)) ?? 0 }),
      }));
  });
}

const scopeOf = ({ featureName, environment }: JudgedEvent): string => `${featureName} ${environment}`;

function removedRollouts(events: readonly JudgedEvent[]): ReadonlyMap<string, number> {
  const removed = new Map<string, number>();
  for (const event of events) {
    if (!isOf(event, featureStrategyRemove)) continue;
    const scope = scopeOf(event);
    removed.set(scope, Math.max(removed.get(scope) ?? 0, rolloutOf(event.preData as FeatureStrategy)));
  }
  return removed;
}
