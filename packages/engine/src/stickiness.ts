import type { EvaluationContext, Effects } from './context.ts';
import type { Outcome } from './evaluation.ts';
import { lookup, ownField } from './lookup.ts';

/** What a context is placed by; undefined where the context lacks it. */
export type Identify = (context: EvaluationContext, effects: Effects, outcome: Outcome) => string | undefined;

/**
 * The identity for a roll-out: `default` is the user, else the session, else chance; `random` is chance; any other name
 * is that context field, and undefined (the roll-out fails) without it.
 */
export function rolloutIdentity(stickiness: string): Identify {
  if (stickiness === 'random') return byChance;
  if (stickiness === 'default') return byUserOrSession;
  return (context) => lookup(context, stickiness);
}

const byUserOrSession: Identify = (context, effects, outcome) =>
  ownField(context, 'userId') ?? ownField(context, 'sessionId') ?? byChance(context, effects, outcome);

/**
 * The identity for a variant: as for a roll-out, but the remote address stands in before chance does, and a missing
 * field of a custom stickiness leaves it to chance instead of failing (Node SDK).
 */
export function variantIdentity(stickiness: string): Identify {
  if (stickiness === 'random') return byChance;
  if (stickiness !== 'default') return (context, effects, outcome) => lookup(context, stickiness) ?? byChance(context, effects, outcome);
  return (context, effects, outcome) =>
    ownField(context, 'userId') ??
    ownField(context, 'sessionId') ??
    ownField(context, 'remoteAddress') ??
    byChance(context, effects, outcome);
}

/** One of ten thousand identities, as current SDKs draw them. */
function byChance(_context: EvaluationContext, effects: Effects, outcome: Outcome): string {
  outcome.readRandom = true;
  return String(Math.floor(effects.random() * 10_000) + 1);
}
