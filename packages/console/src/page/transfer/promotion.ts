import { formatFigure } from '../../base/format.ts';
import { asText, describeStrategy, type StrategyContent } from '../../parts/strategy/sentence.ts';
import type { ChangeEffect, PlanAction, PlanDifference } from '../../server/ask.ts';
import { calledBy, describeWeights, isSameStrategy, type PropertyDifference, strategyDifferences } from '../strategy/strategy-draft.ts';

/** A strategy as documents contain it: without properties that have their default, and with segments by name. */
interface StrategySpec extends Partial<Omit<StrategyContent, 'name' | 'segments'>> {
  readonly name: string;
  readonly key?: string;
  readonly segments?: readonly string[];
}

/** The settings of a feature in an environment, as documents contain them. */
interface SettingsSpec {
  readonly enabled?: boolean;
  readonly strategies?: readonly StrategySpec[];
  readonly variants?: readonly { readonly name: string; readonly weight: number }[];
  readonly releasePlan?: { readonly name: string } | null;
}

/** A change by a promotion or an import, without its content. */
export type Difference = Pick<
  PlanDifference,
  'op' | 'name' | 'effect' | 'reason' | 'changedInTarget' | 'losesStrategies' | 'localApplications'
>;

/** The content of a change, and the users whom the feature reaches. */
export interface DifferenceContent extends Pick<PlanAction, 'before' | 'after'> {
  readonly effect?: Pick<ChangeEffect, 'before' | 'after'>;
}

const settingsOf = (content: PlanAction['before']): SettingsSpec => content ?? {};

/** True if the change needs no second look: nobody changed the target meanwhile, and nothing is lost or refused. */
export const isHarmless = ({ reason, changedInTarget, losesStrategies, localApplications }: Difference): boolean =>
  reason === undefined && changedInTarget !== true && !losesStrategies && localApplications === undefined;

/** Titles of the kinds of effects, in the order of the page. */
export const effectTitles = {
  new: (to: string) => `New in ${to}`,
  widens: () => 'Widens, or reaches other users',
  narrows: () => 'Narrows or turns off',
  same: () => 'Reaches the same users',
} as const;

/** The first of some names, and the number of the others. */
export const firstNames = (names: readonly string[], max: number): string =>
  names.slice(0, max).join(', ') + (names.length > max ? ` and ${formatFigure(names.length - max)} more` : '');

/** Evaluations that changes turn on and off together: up to 41,000/h more and 3/h fewer. Empty if there are none. */
export function sumEffects(actions: readonly Pick<Difference, 'effect'>[]): string {
  const describe = (sign: number, word: string) => {
    const own = actions.flatMap(({ effect }) => (effect && effect.turned * sign > 0 ? [effect] : []));
    const sum = own.reduce((total, { turned }) => total + turned * sign, 0);
    return sum === 0 ? [] : [`${own.some(({ isBound }) => isBound) ? 'up to ' : ''}${formatFigure(sum)}/h ${word}`];
  };
  return [...describe(1, 'more'), ...describe(-1, 'fewer')].join(' and ');
}

/** The effects on the target, one per line. */
export function describeAction({ before, after }: Pick<PlanAction, 'before' | 'after'>): readonly PropertyDifference[] {
  const [old, next] = [settingsOf(before), settingsOf(after)];
  const lines = [
    ...changed('state', describeEnabled(old), describeEnabled(next)),
    ...strategyLines(old.strategies ?? [], next.strategies ?? []),
    ...changed(
      'variants',
      describeWeights(old.variants ?? []),
      describeWeights(next.variants ?? []),
      isSameStrategy(old.variants ?? [], next.variants ?? []),
    ),
    ...Object.entries(metadata).flatMap(([name, part]) => changed(part, describeValue(before?.[name]), describeValue(after?.[name]))),
    ...changed('release plan', old.releasePlan?.name ?? 'none', next.releasePlan?.name ?? 'none'),
  ];
  return lines.length > 0 ? lines : [alone('other properties')];
}

const metadata = {
  description: 'description',
  type: 'type',
  stale: 'stale',
  impressionData: 'impression data',
  codeDefault: 'code default',
  tags: 'tags',
};

const asWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value of metadata in words. Tags are a list. */
const describeValue = (value: unknown): string =>
  Array.isArray(value) ? value.map(({ type, value: own }) => `${type}:${own}`).join(', ') || 'none' : asWords(value ?? 'none');

const describeEnabled = ({ enabled = false }: SettingsSpec): string => (enabled ? 'on' : 'off');

const alone = (part: string): PropertyDifference => ({ part, before: null, after: null });

const changed = (part: string, before: string, after: string, isSame = before === after): readonly PropertyDifference[] =>
  isSame ? [] : [{ part, before, after }];

function strategyLines(old: readonly StrategySpec[], next: readonly StrategySpec[]): readonly PropertyDifference[] {
  const { pairs, removed } = pairOff(old, next);
  const segments = [...new Set([...old, ...next].flatMap((strategy) => strategy.segments ?? []))];
  const contentOf = (strategy: StrategySpec) => strategyContent(strategy, segments);
  const segmentName = (index: number) => segments[index];
  const sentenceOf = (strategy: StrategySpec) => sentenceFor(contentOf(strategy), segmentName);
  const lines = [
    ...removed.map((strategy) => ({ part: 'strategy removed', before: sentenceOf(strategy), after: null })),
    ...pairs.flatMap(({ before, after }) =>
      before === undefined
        ? [{ part: 'strategy added', before: null, after: sentenceOf(after) }]
        : strategyDifferences(contentOf(before), contentOf(after), segmentName).map((line) => ({
            ...line,
            part: `${calledBy(contentOf(after))}: ${line.part}`,
          })),
    ),
  ];
  if (lines.length > 0 || isSameStrategy(old, next)) return lines;
  return [alone(isSameStrategy(sorted(old), sorted(next)) ? 'strategies reordered' : 'other properties')];
}

const sorted = (strategies: readonly StrategySpec[]): readonly string[] =>
  strategies.map((strategy) => JSON.stringify(strategy)).toSorted();

const sentenceFor = (content: StrategyContent, segmentName: (index: number) => string | undefined): string =>
  `${content.disabled ? 'turned off: ' : ''}${asText(describeStrategy(content, segmentName))}`;

/** Segments are referred to by their index in `segments`. */
const strategyContent = ({ key: _key, segments: names = [], ...given }: StrategySpec, segments: readonly string[]): StrategyContent => ({
  title: null,
  disabled: false,
  parameters: {},
  constraints: [],
  variants: [],
  ...given,
  segments: names.map((name) => segments.indexOf(name)),
});

interface Pair {
  readonly before: StrategySpec | undefined;
  readonly after: StrategySpec;
}

/** Matches strategies like the server: by key, by content, then by position. */
function pairOff(old: readonly StrategySpec[], next: readonly StrategySpec[]) {
  const left = [...old];
  const take = (isMatch: (strategy: StrategySpec) => boolean): StrategySpec | undefined => {
    const at = left.findIndex(isMatch);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const byKey = next.map(({ key }) => (key ? take((other) => other.key === key) : undefined));
  const byContent = next.map((strategy, index) => byKey[index] ?? take((other) => isSameStrategy(other, strategy)));
  const pairs = next.map((after, index): Pair => ({ before: byContent[index] ?? take(() => true), after }));
  return { pairs, removed: left };
}
