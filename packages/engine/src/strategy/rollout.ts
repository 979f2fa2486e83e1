import type { Outcome, Test } from '../evaluation.ts';
import { bucketIn, type HashedGroup, hashGroup } from '../hash.ts';
import { lookup, ownField } from '../lookup.ts';
import { mayRead } from '../steps.ts';
import { type Identify, rolloutIdentity } from '../stickiness.ts';
import type { CompileRule, Parameters, Bucketing, Rule } from './rule.ts';

const never: Rule = { test: () => false };
export const always: Rule = { test: () => true };

/**
 * The share of identities whose bucket of a hundred is at most `rollout`. The ends are decided without a hash and
 * without chance: nothing passes 0 (or what is no number), and 100 passes every context that has an identity.
 */
export function flexibleRollout(parameters: Parameters, feature: string): Rule {
  const rollout = Number(parameters.rollout ?? Number.NaN);
  if (!(rollout > 0)) return never;
  const stickiness = parameters.stickiness || 'default';
  if (rollout >= 100) return everyIdentity(stickiness);
  return byHash(rollout, parameters.groupId || feature, rolloutIdentity(stickiness));
}

function byHash(share: number, group: string, identify: Identify): Rule {
  const hashed = hashGroup(group, 0);
  const bucketOf: Bucketing['bucketOf'] = (context, effects, outcome) => bucketOrNone(hashed, identify(context, effects, outcome), outcome);
  return {
    test: (context, effects, outcome) => isWithin(bucketOrNone(hashed, identify(context, effects, outcome), outcome), share),
    bucketing: { bucketOf, passes: (bucket) => isWithin(bucket, share) },
  };
}

/** Nowhere without an identity, nor where the evaluation has no steps left to read a long one. */
function bucketOrNone(group: HashedGroup, id: string | undefined, outcome: Outcome): number {
  return id !== undefined && mayRead(outcome, id) ? bucketIn(group, id, 100) : 0;
}

const isWithin = (bucket: number, share: number): boolean => bucket > 0 && bucket <= share;

/** Only a stickiness of the operator's own can be missing; the others end in chance, which always has an identity. */
function everyIdentity(stickiness: string): Rule {
  if (stickiness === 'default' || stickiness === 'random') return always;
  return { test: (context) => lookup(context, stickiness) !== undefined };
}

/** The older roll-outs by one fixed field; unlike `flexibleRollout` their group may be empty. */
export function gradualRollout(field: 'userId' | 'sessionId'): CompileRule {
  const identify: Identify = (context) => ownField(context, field);
  return (parameters) => {
    const percentage = Number(parameters.percentage ?? Number.NaN);
    if (!(percentage > 0)) return never;
    return byHash(percentage, parameters.groupId ?? '', identify);
  };
}

/** By chance alone: passes when the percentage is at least a number drawn from 1 to 100. */
export function gradualRolloutRandom(parameters: Parameters): Rule {
  const percentage = Number(parameters.percentage ?? Number.NaN);
  if (!(percentage >= 1)) return never;
  if (percentage >= 100) return always;
  const test: Test = (_context, effects, outcome) => {
    outcome.readRandom = true;
    return percentage >= Math.floor(effects.random() * 100) + 1;
  };
  return { test };
}
