import { type Bucketing, bucketOf } from '../bucketing.ts';
import { always, never, type Test } from '../evaluation.ts';
import { hashGroup } from '../hash.ts';
import { lookup, ownField } from '../lookup.ts';
import { type Identify, rolloutIdentity } from '../stickiness.ts';
import type { CompileRule, Parameters, Rule, RuleShare } from './rule.ts';

/**
 * Passes identities whose bucket of a hundred is at most `rollout`. The ends need neither hash nor chance: 0 (or a text that is not a
 * number) passes nothing, and 100 passes every context with an identity.
 */
export function flexibleRollout(parameters: Parameters, feature: string): Rule {
  const rollout = Number(parameters.rollout ?? Number.NaN);
  const stickiness = parameters.stickiness || 'default';
  const share = shareOf(stickiness, parameters.groupId || feature, rollout);
  if (!(rollout > 0)) return { test: never, share };
  if (rollout >= 100) return { test: everyIdentity(stickiness), share };
  return byHash(share, rolloutIdentity(stickiness));
}

/** A percentage that is not a number reaches nothing. */
const shareOf = (stickiness: string, group: string, percent: number): RuleShare => ({
  stickiness,
  group,
  reaches: Math.min(100, Math.max(0, percent || 0)),
});

function byHash(share: RuleShare, identify: Identify): Rule {
  const { reaches } = share;
  const bucketing: Bucketing = { ...hashGroup(share.group, 0), identify };
  return {
    test: (context, effects, outcome) => isReached(bucketOf(bucketing, identify(context, effects, outcome), 100, outcome), reaches),
    share: { ...share, bucketing },
  };
}

/** Returns true if a share includes a bucket. */
export const isReached = (bucket: number, reaches: number): boolean => bucket > 0 && bucket <= reaches;

/** Only a custom stickiness can be missing; the others end in chance, which always has an identity. */
function everyIdentity(stickiness: string): Test {
  if (stickiness === 'default' || stickiness === 'random') return always;
  return stickiness === 'userId' ? hasUser : (context) => lookup(context, stickiness) !== undefined;
}

/** One function for all features, because most rollouts use it and functions of their own would be scattered in memory. */
const hasUser: Test = (context) => lookup(context, 'userId') !== undefined;

/** Older rollouts by one fixed field. Unlike `flexibleRollout`, their group may be empty. */
export function gradualRollout(field: 'userId' | 'sessionId'): CompileRule {
  const identify: Identify = (context) => ownField(context, field);
  return (parameters) => {
    const percentage = Number(parameters.percentage ?? Number.NaN);
    const share = shareOf(field, parameters.groupId ?? '', percentage);
    return percentage > 0 ? byHash(share, identify) : { test: never, share };
  };
}

/** By chance alone: passes if the percentage is at least a number drawn from 1 to 100. */
export function gradualRolloutRandom(parameters: Parameters): Rule {
  const percentage = Number(parameters.percentage ?? Number.NaN);
  const share = shareOf('random', parameters.groupId ?? '', percentage);
  if (!(percentage >= 1)) return { test: never, share };
  if (percentage >= 100) return { test: always, share };
  const test: Test = (_context, effects, outcome) => {
    outcome.readRandom = true;
    return percentage >= Math.floor(effects.random() * 100) + 1;
  };
  return { test, share };
}
