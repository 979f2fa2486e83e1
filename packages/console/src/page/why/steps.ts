import type { StrategyResult, AnswerOf } from '../../server/ask.ts';
import { type Phrase, describeConstraint, describeOwnRule, requiredResult } from '../../parts/strategy/sentence.ts';
import { calledBy } from '../strategy/strategy-draft.ts';

export type Result = AnswerOf<'POST /api/admin/playground'>['features'][number];
type Constraint = StrategyResult['constraints'][number];
type Share = NonNullable<Result['variantShare']>;

/** Position of a bucket, and the range that the rollout covers. */
export interface RulerScale {
  readonly bucket: number;
  readonly of: number;
  readonly from: number;
  readonly to: number;
}

/** A step of an evaluation: expected and actual value. */
export interface Step {
  readonly state: 'holds' | 'fails' | 'unevaluated' | 'unknown';
  readonly phrases: readonly Phrase[];
  /** Additional explanation. */
  readonly note?: string | undefined;
  /** The actual value; null if it is missing. */
  readonly given?: string | null | undefined;
  readonly ruler?: RulerScale | undefined;
  readonly steps?: readonly Step[];
  /** The id of the strategy, for editing. */
  readonly strategy?: string;
}

type Given = (field: string) => string | undefined;
type State = Step['state'];

const plain = (text: string): Phrase => ({ kind: 'text', text });
const marked = (text: string): Phrase => ({ kind: 'value', text });
const stateOf = (holds: boolean | 'unknown'): State => (holds === 'unknown' ? 'unknown' : holds ? 'holds' : 'fails');

/** All steps in evaluation order, including those that were not reached. */
export function stepsOf(result: Result, environment: string, given: Given): readonly Step[] {
  const { isEnabledInCurrentEnvironment: isSwitchedOn, hasUnsatisfiedDependency, dependencies, strategies } = result;
  const blocked = !isSwitchedOn
    ? 'Not evaluated: the feature is turned off.'
    : hasUnsatisfiedDependency
      ? 'Not evaluated: a parent feature does not match.'
      : undefined;
  const winner = strategies.data.findIndex(({ result: { enabled } }) => enabled === true);
  return [
    {
      state: stateOf(isSwitchedOn),
      phrases: [plain(isSwitchedOn ? `Turned on in ${environment}` : `Turned off in ${environment}`)],
    },
    ...dependencies.map(parentStep),
    ...strategies.data.map((strategy, index) => {
      const later = winner >= 0 && index > winner ? `Not evaluated: strategy ${winner + 1} already matches.` : undefined;
      return strategyStep(strategy, index, strategy.disabled ? 'Not evaluated: the strategy is turned off.' : (blocked ?? later), given);
    }),
    ...(strategies.data.length === 0
      ? [{ state: blocked ? 'unevaluated' : 'holds', phrases: [plain('No strategy: everyone gets it.')], note: blocked } as const]
      : []),
    ...variantStep(result),
  ];
}

function parentStep({ feature, enabled, variants, result, given }: Result['dependencies'][number]): Step {
  return {
    state: result === undefined ? 'unevaluated' : stateOf(result),
    phrases: [plain('Depends on'), { kind: 'field', text: feature }, plain(requiredResult(enabled, variants))],
    note: result === undefined ? 'not evaluated' : undefined,
    ...(result !== undefined && { given: given ? describeAnswer(given.enabled, given.variant) : 'missing' }),
  };
}

/** Name of a result: the variant, otherwise on or off. */
export const describeAnswer = (isOn: boolean, variant: string | null): string => (isOn ? (variant ?? 'on') : 'off');

function strategyStep(strategy: StrategyResult, index: number, unevaluated: string | undefined, given: Given): Step {
  const { enabled } = strategy.result;
  const steps = partsOf(strategy, given);
  return {
    state: unevaluated === undefined ? stateOf(enabled) : 'unevaluated',
    phrases: [plain(`${index + 1} ${calledBy({ name: strategy.name, title: strategy.title ?? null })}`)],
    note:
      unevaluated === undefined
        ? describeOutcome(strategy)
        : `${unevaluated} ${fits(strategy) ? 'It would match.' : 'It would not match.'}`,
    steps: unevaluated === undefined ? steps : steps.map(markUnevaluated),
    strategy: strategy.id,
  };
}

const markUnevaluated = (step: Step): Step => ({
  ...step,
  state: 'unevaluated',
  ...(step.steps && { steps: step.steps.map(markUnevaluated) }),
});

const conditionsFit = ({ constraints, segments }: StrategyResult): boolean => [...constraints, ...segments].every(({ result }) => result);
const fits = (strategy: StrategyResult): boolean => conditionsFit(strategy) && strategy.passes === true;

function describeOutcome(strategy: StrategyResult): string {
  if (strategy.result.enabled === 'unknown') return 'evaluated only by the application';
  if (strategy.result.enabled) return 'matches';
  return conditionsFit(strategy) && strategy.share ? 'conditions match, outside the rollout' : 'does not match';
}

/** Sub-steps of a strategy in evaluation order: constraints, segments, own rule. */
function partsOf(strategy: StrategyResult, given: Given): readonly Step[] {
  const { constraints, segments, share, passes } = strategy;
  const constraintStep = (constraint: Constraint): Step => ({
    state: stateOf(constraint.result),
    phrases: describeConstraint(constraint),
    given: given(constraint.contextName) ?? null,
    note: constraint.reason,
  });
  return [
    ...constraints.map(constraintStep),
    ...segments.map(
      ({ name, result, constraints: own }): Step => ({
        state: stateOf(result),
        phrases: [plain('Segment'), { kind: 'segment', text: name }],
        steps: own.map(constraintStep),
      }),
    ),
    ...(share ? [shareStep(share, passes === true)] : []),
    ...describeOwnRule(strategy).map((phrases): Step => ({ state: stateOf(passes), phrases, given: givenToRule(strategy.name, given) })),
  ];
}

const ruleFields: Readonly<Record<string, string>> = { userWithId: 'userId', remoteAddress: 'remoteAddress' };

/** The value that a strategy type compares; undefined if unknown. */
function givenToRule(name: string, given: Given): string | null | undefined {
  const field = ruleFields[name];
  return field === undefined ? undefined : (given(field) ?? null);
}

function shareStep(share: NonNullable<StrategyResult['share']>, passes: boolean): Step {
  const { stickiness, reaches, bucket, of } = share;
  return {
    state: stateOf(passes),
    phrases: [plain('Rollout of'), marked(`${reaches}%`), plain('by'), { kind: 'field', text: stickiness }],
    note: describeBucket(share, reaches),
    ruler: bucket === null ? undefined : { bucket, of, from: 1, to: reaches },
  };
}

function describeBucket({ stickiness, value, group, bucket, of, chance }: Share, reaches?: number): string {
  if (chance) return 'random on each evaluation';
  if (bucket !== null) return `murmur3(“${group}:${value ?? ''}”) mod ${of} + 1 = ${bucket}`;
  if (reaches === 100 || reaches === 0) return reaches === 0 ? 'reaches no one, no bucket needed' : 'reaches everyone, no bucket needed';
  return value === null ? `no ${stickiness} to bucket by` : 'value too long to hash';
}

/** The step that selects the variant, with its bucket. */
function variantStep({ isEnabled, variant, variants, variantShare }: Result): readonly Step[] {
  if (!isEnabled || !variantShare) return [];
  const ruler = rulerOf(variantShare, variants, variant.name);
  const note = ruler || variantShare.chance ? describeBucket(variantShare) : 'no bucket needed';
  return [{ state: variant.enabled ? 'holds' : 'fails', phrases: [plain('Variant'), marked(variant.name)], note, ruler }];
}

/** The bucket range of a variant: its weight, after the weights before it. */
function rulerOf({ bucket, of }: Share, variants: Result['variants'], name: string): RulerScale | undefined {
  if (bucket === null) return undefined;
  let to = 0;
  for (const variant of variants) {
    const from = to + 1;
    to += Math.max(0, variant.weight);
    if (variant.name === name) return { bucket, of, from, to };
  }
  return undefined;
}
