import { asText, describeStrategy, type SegmentNames, type StrategyContent } from '../../parts/strategy/sentence.ts';
import type { Gate, ReleaseMilestone, ReleaseTemplate, SafeguardContent, WriteTemplate } from '../../server/ask.ts';
import { describeSafeguard } from './safeguard/describe-safeguard.ts';
import { contentOf, isSameStrategy } from '../strategy/strategy-draft.ts';
import { conditionOf, describeCondition, gatesOf, type GroupNames } from './condition/gate.ts';

/** A strategy of a milestone that is being edited. Without an id, it is new. */
export interface DraftStrategy {
  readonly id?: string;
  readonly content: StrategyContent;
}

/** A milestone that is being edited. Without an id, it is new. */
export interface DraftMilestone {
  /** Identifies it while it is being edited. */
  readonly key: string;
  readonly id?: string;
  readonly name: string;
  readonly strategies: readonly DraftStrategy[];
  readonly gates: readonly Gate[];
}

/** The writable part of a release template. */
export interface TemplateContent {
  readonly name: string;
  readonly description: string;
  readonly milestones: readonly DraftMilestone[];
  readonly safeguards: readonly SafeguardContent[];
}

export const templateContent = ({ name, description, milestones, safeguards = [] }: ReleaseTemplate): TemplateContent => ({
  name,
  description: description ?? '',
  milestones: milestones.map(draftOf),
  safeguards,
});

const draftOf = ({ id, name, strategies, transitionCondition }: ReleaseMilestone): DraftMilestone => ({
  key: id,
  id,
  name,
  strategies: strategies.map((strategy) => ({ id: strategy.id, content: contentOf(strategy) })),
  gates: transitionCondition ? gatesOf(transitionCondition) : [],
});

/** The body of a request. Nothing follows the last milestone, so it has no condition. */
export const bodyOf = ({ name, description, milestones, safeguards }: TemplateContent): WriteTemplate => ({
  name: name.trim(),
  description,
  milestones: milestones.map((milestone, index) => ({
    ...(milestone.id !== undefined && { id: milestone.id }),
    name: milestone.name.trim(),
    sortOrder: index,
    strategies: milestone.strategies.map(({ id, content }) => ({ ...(id !== undefined && { id }), ...content })),
    transitionCondition: conditionOf(index === milestones.length - 1 ? [] : milestone.gates),
  })),
  safeguards,
});

/** Moves a milestone to another position. */
export const moved = (milestones: readonly DraftMilestone[], from: number, to: number): readonly DraftMilestone[] =>
  milestones.toSpliced(from, 1).toSpliced(to, 0, ...milestones.slice(from, from + 1));

/** Shares of new milestones: each at least twice the one before. */
const defaultShares = [10, 25, 50, 100] as const;

/** A milestone after the given ones, for the next usual share of users. */
export function freshMilestone(milestones: readonly DraftMilestone[], key: string): DraftMilestone {
  const share = defaultShares[Math.min(milestones.length, defaultShares.length - 1)] ?? 100;

  return { key, name: share === 100 ? 'Everyone' : `${share}% of users`, strategies: [{ content: strategyFor(share) }], gates: [] };
}

/** A rollout without a group of its own: it takes the name of the feature, so that users keep their side. */
export const strategyFor = (share: number): StrategyContent => ({
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  parameters: { rollout: String(share), stickiness: 'default', groupId: '' },
  constraints: [],
  segments: [],
  variants: [],
});

export interface Naming {
  readonly segmentName: SegmentNames;
  readonly groupName: GroupNames;
}

/** The differences between two templates, one per line. */
export function describeTemplateChanges(before: TemplateContent, after: TemplateContent, naming: Naming): readonly string[] {
  const removed = before.milestones.filter(({ key }) => !after.milestones.some((one) => one.key === key));
  return [
    ...changed('name', before.name, after.name),
    ...changed('description', before.description, after.description),
    ...removed.map(({ name }) => `removed: milestone ${name}`),
    ...after.milestones.flatMap((milestone, index) => {
      const old = before.milestones.find(({ key }) => key === milestone.key);
      const isLast = index === after.milestones.length - 1;
      return old ? milestoneChanges(old, milestone, isLast, naming) : [`added: milestone ${milestone.name}`];
    }),
    ...(isReordered(before, after) ? ['milestones reordered'] : []),
    ...changed('safeguards', describeAll(before), describeAll(after)),
  ];
}

const describeAll = ({ safeguards }: TemplateContent): string => safeguards.map(describeSafeguard).join(', ');

const changed = (part: string, before: string, after: string): readonly string[] =>
  before === after ? [] : [`${part} ${before || 'none'} → ${after || 'none'}`];

function milestoneChanges(before: DraftMilestone, after: DraftMilestone, isLast: boolean, naming: Naming): readonly string[] {
  const condition = ({ gates }: DraftMilestone) => describeCondition(conditionOf(gates), naming.groupName);
  const strategies = (milestone: DraftMilestone) => describeStrategies(milestone, naming.segmentName);
  const isSame = isSameStrategy(before.strategies, after.strategies);
  return [
    ...changed(`name of ${before.name}`, before.name, after.name),
    ...(isSame ? [] : [`strategies of ${after.name}: ${strategies(before)} → ${strategies(after)}`]),
    ...(isLast ? [] : changed(`next after ${after.name}`, condition(before), condition(after))),
  ];
}

const describeStrategies = ({ strategies }: DraftMilestone, segmentName: SegmentNames): string =>
  strategies.map(({ content }) => asText(describeStrategy(content, segmentName))).join(' or ');

function isReordered(before: TemplateContent, after: TemplateContent): boolean {
  const keysOf = (content: TemplateContent, other: TemplateContent) =>
    content.milestones.map(({ key }) => key).filter((key) => other.milestones.some((one) => one.key === key));
  return keysOf(before, after).join(' ') !== keysOf(after, before).join(' ');
}
