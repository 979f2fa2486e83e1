import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import { explainVariants } from './explain-share.ts';
import { type Draft, draftStrategy, type ListedStrategy } from './explain-strategy.ts';
import type { ExplainedParent, ExplainedShare, Explanation } from './explanation.ts';
import type { Question } from './question.ts';

/** Parts of a compiled feature to explain. */
export interface Subject {
  readonly switchedOn: boolean;
  readonly parents: readonly ExplainedParent[];
  readonly listed: readonly ListedStrategy[];
  /** Variants of the feature itself. */
  readonly variants: CompiledVariants | undefined;
}

/** Explains each strategy, and derives the result from these explanations. */
export function explainFeature({ switchedOn, parents, listed, variants }: Subject, question: Question): Explanation {
  const parentsHold = parents.every(({ result }) => result === true);
  const decides = switchedOn && parentsHold;
  let winner: number | undefined;
  const strategies = listed.map((one, index) => {
    const isReached = decides && !one.disabled && winner === undefined;
    const draft = draftStrategy(one, question, isReached);
    if (isReached && draft.holds) winner = index;
    return draft;
  });
  const { outcome, aside } = question;
  outcome.enabled = decides && (winner !== undefined || listed.every(({ disabled }) => disabled));
  const chosen = (winner === undefined ? undefined : listed[winner]?.strategy.variants) ?? variants;
  const variantShare = outcome.enabled && chosen ? choose(outcome, chosen, question, outcome) : undefined;
  for (const [index, draft] of strategies.entries()) {
    const own = draft.holds ? listed[index]?.strategy.variants : undefined;
    if (own && index === winner) Object.assign(draft, { variant: outcome.variant, variantShare });
    else if (own) draft.variantShare = choose(draft, own, question, aside);
  }
  return {
    enabled: outcome.enabled,
    variant: outcome.variant,
    readClock: outcome.readClock || aside.readClock,
    readRandom: outcome.readRandom || aside.readRandom,
    steps: outcome.steps,
    stepsAside: aside.steps,
    switchedOn,
    parentsHold,
    parents,
    strategies,
    winner: winner === undefined ? undefined : strategies[winner],
    variantShare,
  };
}

/** Selects a variant only once: a second draw could differ. */
function choose(
  into: { variant: Draft['variant'] },
  variants: CompiledVariants,
  question: Question,
  paying: Question['outcome'],
): ExplainedShare {
  const { selected, share } = explainVariants(variants, question, paying);
  into.variant = selected;
  return share;
}

/** Returns all strategies of an environment in order, with the disabled ones in their positions. */
export function listStrategies(
  active: readonly CompiledStrategy[],
  disabled: readonly { readonly position: number; readonly strategy: CompiledStrategy }[],
): readonly ListedStrategy[] {
  const listed = active.map((strategy): ListedStrategy => ({ strategy, disabled: false }));
  const inOrder = [...disabled].sort((left, right) => left.position - right.position);
  for (const { position, strategy } of inOrder) listed.splice(position, 0, { strategy, disabled: true });
  return listed;
}
