import { pageTexts } from '../texts.ts';
import { changeRequestsTexts } from './texts.ts';
import type { ChangeItem } from '../../server/operations.ts';
import { strategyIn } from '../feature/event-sentence.ts';
import { asText, type SegmentNames, describeStrategy } from '../../parts/sentence.ts';
import {
  calledBy,
  conditionDifferences,
  type PropertyDifference,
  describeWeights,
  strategyDifferences,
} from '../feature/strategy/strategy-draft.ts';

type Content = Readonly<Record<string, unknown>>;
type DescribableItem = Pick<ChangeItem, 'action' | 'payload' | 'before'>;

/** A change as lines: its subject and its differences. */
export interface ChangeDescription {
  readonly about: string;
  readonly differences: readonly PropertyDifference[];
}

interface DescribedChange {
  readonly payload: unknown;
  /** Current and proposed content; empty objects if unknown. */
  readonly now: Content;
  readonly proposed: Content;
  readonly environment: string;
  readonly segmentName: SegmentNames;
}

/** Describes a change in words. Changes recorded without a previous state have no "before". */
export const describeChange = (
  { action, payload, before }: DescribableItem,
  environment: string,
  segmentName: SegmentNames,
): ChangeDescription => describers[action]({ payload, now: contentOf(before), proposed: contentOf(payload), environment, segmentName });

const about = changeRequestsTexts.changeRequest.about;

const describers: Readonly<Record<ChangeItem['action'], (described: DescribedChange) => ChangeDescription>> = {
  updateEnabled: ({ now, proposed, environment }) => one(about.environment(environment), switched(now['enabled'], proposed['enabled'])),
  addStrategy: ({ proposed, segmentName }) => one(about.added(nameIn(proposed)), added(about.strategy, describe(proposed, segmentName))),
  updateStrategy: ({ now, proposed, segmentName }) =>
    hasContent(now)
      ? { about: nameIn(now), differences: strategyDifferences(strategyIn(now), strategyIn(proposed), segmentName) }
      : one(nameIn(proposed), added(about.strategy, describe(proposed, segmentName))),
  deleteStrategy: ({ now, proposed, segmentName }) =>
    hasContent(now)
      ? one(nameIn(now), removed(about.strategy, describe(now, segmentName)))
      : one(nameIn(proposed), removed(about.strategy, nameIn(proposed))),
  patchVariant: ({ now, proposed }) => one(about.variants, replaced(about.weights, weightsIn(now), weightsIn(proposed) ?? 'none')),
  reorderStrategy: ({ now, payload }) => one(about.order, replaced(about.strategies, ...orderIn(now, payload))),
  archiveFeature: ({ now }) => one(about.feature, replaced(about.state, enabledIn(now), about.archived)),
  addDependency: ({ now, proposed }) => one(about.dependency, replaced(about.parent, parentIn(now), textOf(proposed['feature']))),
  deleteDependency: ({ now }) => one(about.dependency, replaced(about.parent, parentIn(now), 'none')),
  updateSegment: ({ now, proposed }) => ({ about: about.segment, differences: segmentDifferences(now, proposed) }),
  addReleasePlan: ({ proposed }) => one(about.releasePlan, added(about.releasePlan, planIn(proposed))),
  deleteReleasePlan: ({ now }) => one(about.releasePlan, removed(about.releasePlan, textOf(now['releasePlan']))),
  startMilestone: ({ now, proposed }) =>
    one(about.milestone, replaced(about.milestone, textOf(now['milestoneId']) || 'none', textOf(proposed['milestoneId']))),
  changeMilestoneProgression: ({ now, proposed }) =>
    one(about.progression, replaced(about.progression, conditionIn(now), conditionIn(proposed) ?? 'none')),
  deleteMilestoneProgression: ({ now }) => one(about.progression, replaced(about.progression, conditionIn(now), 'none')),
  resumeMilestoneProgression: () => one(about.releasePlan, replaced(about.state, about.paused, about.resumed)),
  changeReleasePlanSafeguard: guarded,
  deleteReleasePlanSafeguard: guarded,
  changeFeatureEnvSafeguard: guarded,
  deleteFeatureEnvSafeguard: guarded,
  updateMilestoneStrategy: ({ now, proposed, segmentName }) => ({
    about: nameIn(now),
    differences: strategyDifferences(strategyIn(now), strategyIn(proposed), segmentName),
  }),
  deleteSegment: ({ now, proposed }) => one(about.segment, removed(about.segment, textOf(now['name'] ?? proposed['name']))),
};

const one = (what: string, difference: PropertyDifference): ChangeDescription => ({ about: what, differences: [difference] });
const added = (part: string, after: string): PropertyDifference => ({ part, before: null, after });
const removed = (part: string, before: string): PropertyDifference => ({ part, before, after: null });

const describe = (content: Content, segmentName: SegmentNames): string => asText(describeStrategy(strategyIn(content), segmentName));
const nameIn = (content: Content): string => calledBy({ title: textOf(content['title']), name: textOf(content['name']) });

const replaced = (part: string, before: string | null, after: string): PropertyDifference => ({ part, before, after });

const switched = (before: unknown, after: unknown): PropertyDifference =>
  replaced(about.state, before === undefined ? null : describeOn(before), describeOn(after));

const describeOn = (isOn: unknown): string => (isOn === true ? pageTexts.persona.on : pageTexts.persona.off);

const contentOf = (value: unknown): Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};

const hasContent = (content: Content): boolean => Object.keys(content).length > 0;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly never[] => (Array.isArray(value) ? (value as never[]) : []);

const conditionIn = ({ transitionCondition }: Content): string | null => (transitionCondition ? JSON.stringify(transitionCondition) : null);

function guarded({ now, proposed }: DescribedChange): ChangeDescription {
  return one(about.safeguard, replaced(about.safeguard, guardIn(now), guardIn(proposed) ?? 'none'));
}

const guardIn = ({ impactMetric, triggerCondition }: Content): string | null =>
  impactMetric ? `${textOf(contentOf(impactMetric)['metricName'])} ${Object.values(contentOf(triggerCondition)).join(' ')}` : null;

const planIn = ({ name, templateId }: Content): string => textOf(name) || textOf(templateId);

const weightsIn = ({ variants }: Content): string | null => (Array.isArray(variants) ? describeWeights(listOf(variants)) : null);

function enabledIn({ enabledIn: environments }: Content): string | null {
  if (!Array.isArray(environments)) return null;
  return environments.length === 0 ? pageTexts.persona.off : about.onIn(listOf(environments));
}

function parentIn({ dependency }: Content): string | null {
  if (dependency === undefined) return null;
  return textOf(contentOf(dependency)['feature']) || 'none';
}

const orderedIn = (payload: unknown): readonly { readonly id: string; readonly sortOrder: number }[] => listOf(payload);

/** Current positions of the strategies, in their new order. */
function orderIn(now: Content, payload: unknown): readonly [before: string | null, after: string] {
  const before: readonly string[] = listOf(now['strategies']);
  const after = orderedIn(payload)
    .toSorted((one, other) => one.sortOrder - other.sortOrder)
    .map(({ id }) => id);
  const numbered = (ids: readonly string[]) => ids.map((id) => before.indexOf(id) + 1 || '?').join(', ');
  return before.length === 0 ? [null, about.another] : [numbered(before), numbered(after)];
}

function segmentDifferences(before: Content, after: Content): readonly PropertyDifference[] {
  const differenceOf = (part: 'name' | 'description'): readonly PropertyDifference[] =>
    after[part] === undefined || textOf(before[part]) === textOf(after[part])
      ? []
      : [{ part, before: textOf(before[part]) || null, after: textOf(after[part]) || 'none' }];
  return [
    ...differenceOf('name'),
    ...differenceOf('description'),
    ...conditionDifferences(listOf(before['constraints']), listOf(after['constraints'])),
  ];
}
