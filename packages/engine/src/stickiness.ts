import type { EvaluationContext, Effects } from './context.ts';
import type { Outcome } from './evaluation.ts';
import { lookup, ownField, sessionIdOf, userIdOf } from './lookup.ts';

/** Identity of a context for bucketing, or undefined if the context lacks it. */
export type Identify = (context: EvaluationContext, effects: Effects, outcome: Outcome) => string | undefined;

/**
 * Identity for a rollout. `default` is the user, otherwise the session, otherwise chance. `random` is chance. Any other name is that
 * context field; without it the result is undefined and the rollout fails.
 */
export function rolloutIdentity(stickiness: string): Identify {
  if (stickiness === 'random') return byChance;
  if (stickiness === 'default') return byUserOrSession;
  if (stickiness === 'userId') return byUser;
  return (context) => lookup(context, stickiness);
}

const byUser: Identify = (context) => userIdOf(context) ?? lookup(context, 'userId');

const byUserOrSession: Identify = (context, effects, outcome) =>
  userIdOf(context) ?? sessionIdOf(context) ?? byChance(context, effects, outcome);

/**
 * Identity for a variant: as for a rollout, but the remote address precedes chance, and a missing custom field falls back to chance instead
 * of failing (Node SDK).
 */
export function variantIdentity(stickiness: string): Identify {
  if (stickiness === 'random') return byChance;
  if (stickiness !== 'default') return (context, effects, outcome) => lookup(context, stickiness) ?? byChance(context, effects, outcome);
  return (context, effects, outcome) =>
    userIdOf(context) ?? sessionIdOf(context) ?? ownField(context, 'remoteAddress') ?? byChance(context, effects, outcome);
}

/** One of ten thousand identities, as current SDKs draw them. */
function byChance(_context: EvaluationContext, effects: Effects, outcome: Outcome): string {
  outcome.readRandom = true;
  return String(Math.floor(effects.random() * 10_000) + 1);
}
