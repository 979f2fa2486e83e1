import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { type Draft, draftStrategy, type ListedStrategy, type Question } from './explain-strategy.ts';
import type { ExplainedStrategy, Explanation } from './explanation.ts';

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
  let winner: Draft | undefined;
  const drafts = listed.map((one) => {
    const isReached = decides && !one.disabled && !winner;
    const draft = draftStrategy(one, question, isReached);
    if (isReached && draft.holds) winner = draft;
    return draft;
  });
  if (decides) applyWinner(winner?.strategy);
  const strategies = drafts.map((draft) => withVariant(draft, draft === winner, question));
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
    winner: winner && strategies[drafts.indexOf(winner)],
  };
}

/** The winner's variant has been drawn by the evaluation; drawing it again could show another one. */
function withVariant({ strategy, ...draft }: Draft, isWinner: boolean, { context, effects, outcome, aside }: Question): ExplainedStrategy {
  if (!draft.holds || !strategy.variants) return { ...draft, variant: undefined };
  return { ...draft, variant: isWinner ? outcome.variant : strategy.variants(context, effects, aside) };
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
