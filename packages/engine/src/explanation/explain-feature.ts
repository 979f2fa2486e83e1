import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { draftStrategy, type ListedStrategy, type Question } from './explain-strategy.ts';
import type { Explanation } from './explanation.ts';

/** What is explained: the parts of a compiled feature, and what its evaluation makes of the strategy that held first. */
export interface Subject {
  readonly switchedOn: boolean;
  readonly parentsHold: boolean;
  readonly listed: readonly ListedStrategy[];
  readonly applyWinner: (winner: CompiledStrategy | undefined) => void;
}

/** Explains each strategy and lets the evaluation itself apply the first that holds. */
export function explainFeature({ switchedOn, parentsHold, listed, applyWinner }: Subject, question: Question): Explanation {
  const decides = switchedOn && parentsHold;
  let winner: number | undefined;
  const strategies = listed.map((one, index) => {
    const isReached = decides && !one.disabled && winner === undefined;
    const draft = draftStrategy(one, question, isReached);
    if (isReached && draft.holds) winner = index;
    return draft;
  });
  if (decides) applyWinner(winner === undefined ? undefined : listed[winner]?.strategy);
  for (const [index, draft] of strategies.entries()) if (draft.holds) draft.variant = variantOf(listed[index], index === winner, question);
  const { outcome, aside } = question;
  return {
    enabled: outcome.enabled,
    variant: outcome.variant,
    readClock: outcome.readClock || aside.readClock,
    readRandom: outcome.readRandom || aside.readRandom,
    steps: outcome.steps,
    stepsAside: aside.steps,
    switchedOn,
    parentsHold,
    strategies,
    winner: winner === undefined ? undefined : strategies[winner],
  };
}

/** The winner's variant has been drawn by the evaluation; drawing it again could show another one. */
function variantOf(listed: ListedStrategy | undefined, isWinner: boolean, { context, effects, outcome, aside }: Question) {
  const variants = listed?.strategy.variants;
  return variants && (isWinner ? outcome.variant : variants(context, effects, aside));
}

/** All strategies of an environment in their order: the disabled ones are put back in their positions. */
export function listStrategies(
  active: readonly CompiledStrategy[],
  disabled: readonly { readonly position: number; readonly strategy: CompiledStrategy }[],
): readonly ListedStrategy[] {
  const listed = active.map((strategy): ListedStrategy => ({ strategy, disabled: false }));
  const inOrder = [...disabled].sort((left, right) => left.position - right.position);
  for (const { position, strategy } of inOrder) listed.splice(position, 0, { strategy, disabled: true });
  return listed;
}
