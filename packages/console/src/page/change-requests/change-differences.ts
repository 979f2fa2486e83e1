import { pageTexts } from '../texts.ts';
import { changeRequestsTexts } from './texts.ts';
import type { ChangeItem } from '../../server/operations.ts';
import { strategyIn } from '../feature/event-sentence.ts';
import { asText, type SegmentNames, sayStrategy } from '../../parts/sentence.ts';
import { calledBy, conditionDifferences, type ToldDifference, sayWeights, strategyDifferences } from '../feature/strategy-draft.ts';

type Content = Readonly<Record<string, unknown>>;
type Told = Pick<ChangeItem, 'action' | 'payload' | 'before'>;

/** A change as lines: its subject and its differences. */
export interface ToldChange {
  readonly about: string;
  readonly differences: readonly ToldDifference[];
}

/** Input for describing a change. */
interface Telling {
  readonly payload: unknown;
  /** Current and proposed content; empty objects if unknown. */
  readonly now: Content;
  readonly wanted: Content;
  readonly environment: string;
  readonly segmentName: SegmentNames;
}

/** Describes a change in words. Changes recorded without a previous state have no "before". */
export const tellChange = ({ action, payload, before }: Told, environment: string, segmentName: SegmentNames): ToldChange =>
  tellings[action]({ payload, now: contentOf(before), wanted: contentOf(payload), environment, segmentName });

const about = changeRequestsTexts.changeRequest.about;

const tellings: Readonly<Record<ChangeItem['action'], (telling: Telling) => ToldChange>> = {
  updateEnabled: ({ now, wanted, environment }) => one(about.environment(environment), switched(now['enabled'], wanted['enabled'])),
  addStrategy: ({ wanted, segmentName }) => one(about.added(nameIn(wanted)), added(about.strategy, say(wanted, segmentName))),
  updateStrategy: ({ now, wanted, segmentName }) =>
    hasContent(now)
      ? { about: nameIn(now), differences: strategyDifferences(strategyIn(now), strategyIn(wanted), segmentName) }
      : one(nameIn(wanted), added(about.strategy, say(wanted, segmentName))),
  deleteStrategy: ({ now, wanted, segmentName }) =>
    hasContent(now)
      ? one(nameIn(now), removed(about.strategy, say(now, segmentName)))
      : one(nameIn(wanted), removed(about.strategy, nameIn(wanted))),
  patchVariant: ({ now, wanted }) => one(about.variants, replaced(about.weights, weightsIn(now), weightsIn(wanted) ?? 'none')),
  reorderStrategy: ({ now, payload }) => one(about.order, replaced(about.strategies, ...orderIn(now, payload))),
  archiveFeature: ({ now }) => one(about.feature, replaced(about.state, enabledIn(now), about.archived)),
  addDependency: ({ now, wanted }) => one(about.dependency, replaced(about.parent, parentIn(now), textOf(wanted['feature']))),
  deleteDependency: ({ now }) => one(about.dependency, replaced(about.parent, parentIn(now), 'none')),
  updateSegment: ({ now, wanted }) => ({ about: about.segment, differences: segmentDifferences(now, wanted) }),
  deleteSegment: ({ now, wanted }) => one(about.segment, removed(about.segment, textOf(now['name'] ?? wanted['name']))),
};

const one = (what: string, difference: ToldDifference): ToldChange => ({ about: what, differences: [difference] });
const added = (part: string, after: string): ToldDifference => ({ part, before: null, after });
const removed = (part: string, before: string): ToldDifference => ({ part, before, after: null });

const say = (content: Content, segmentName: SegmentNames): string => asText(sayStrategy(strategyIn(content), segmentName));
const nameIn = (content: Content): string => calledBy({ title: textOf(content['title']), name: textOf(content['name']) });

const replaced = (part: string, before: string | null, after: string): ToldDifference => ({ part, before, after });

const switched = (before: unknown, after: unknown): ToldDifference =>
  replaced(about.state, before === undefined ? null : sayOn(before), sayOn(after));

const sayOn = (isOn: unknown): string => (isOn === true ? pageTexts.persona.on : pageTexts.persona.off);

const contentOf = (value: unknown): Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};

const hasContent = (content: Content): boolean => Object.keys(content).length > 0;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly never[] => (Array.isArray(value) ? (value as never[]) : []);

const weightsIn = ({ variants }: Content): string | null => (Array.isArray(variants) ? sayWeights(listOf(variants)) : null);

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

function segmentDifferences(before: Content, after: Content): readonly ToldDifference[] {
  const told = (part: 'name' | 'description'): readonly ToldDifference[] =>
    after[part] === undefined || textOf(before[part]) === textOf(after[part])
      ? []
      : [{ part, before: textOf(before[part]) || null, after: textOf(after[part]) || 'none' }];
  return [...told('name'), ...told('description'), ...conditionDifferences(listOf(before['constraints']), listOf(after['constraints']))];
}
