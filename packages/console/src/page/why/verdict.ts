import type { StrategyResult } from '../../server/ask.ts';
import { describeMissed } from '../../parts/strategy/sentence.ts';
import { calledBy } from '../strategy/strategy-draft.ts';
import type { Result } from './steps.ts';

interface Verdict {
  readonly title: string;
  /** The deciding step, or the closest strategy and its obstacle. */
  readonly about: string;
}

/** The result in one sentence, and the closest strategy in another. */
export function verdictOf(result: Result, environment: string, given: (field: string) => string | undefined): Verdict {
  const { isEnabled, isEnabledInCurrentEnvironment, hasUnsatisfiedDependency, dependencies, strategies } = result;
  if (isEnabled) return { title: 'On for this user', about: describeWinner(result) };
  const nearest = describeNearest(result, given);
  if (!isEnabledInCurrentEnvironment) return { title: 'Off for this user', about: joined(`It is turned off in ${environment}.`, nearest) };
  if (hasUnsatisfiedDependency) {
    const parent = dependencies.find(({ result: holds }) => holds === false);
    return {
      title: 'Off for this user',
      about: joined(`It depends on ${parent?.feature ?? ''}, which is not in the required state.`, nearest),
    };
  }
  if (strategies.result === 'unknown' && strategies.data.some(({ disabled, passes }) => !disabled && passes === 'unknown'))
    return {
      title: 'Depends on the application',
      about: 'Only the application can evaluate one of the strategies. Here it counts as off.',
    };
  return { title: 'Off for this user', about: joined('No strategy matches.', nearest) };
}

const joined = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

function describeWinner({ strategies: { data }, variant }: Result): string {
  const index = data.findIndex(({ result: { enabled } }) => enabled === true);
  const winner = data[index];
  const because = winner ? `Strategy ${index + 1}, ${named(winner)}, matches.` : 'No strategy: everyone gets it.';
  return joined(because, variant.enabled ? `Variant: ${variant.name}.` : '');
}

function describeNearest({ strategies: { data }, nearest }: Result, given: (field: string) => string | undefined): string {
  const index = data.findIndex(({ id }) => id === nearest);
  const strategy = data[index];
  return strategy ? `Closest: strategy ${index + 1}, ${named(strategy)} (${describeObstacle(strategy, given)}).` : '';
}

const named = ({ name, title }: StrategyResult): string => calledBy({ name, title: title ?? null });

/** The first part that fails. */
function describeObstacle({ constraints, segments, share, passes }: StrategyResult, given: (field: string) => string | undefined): string {
  const constraint = constraints.find(({ result }) => !result);
  if (constraint) return describeMissed(constraint, given(constraint.contextName));
  const segment = segments.find(({ result }) => !result);
  if (segment) return `not in segment ${segment.name}`;
  if (passes === 'unknown') return 'evaluated only by the application';
  if (!share) return 'not listed, or no ID';
  return share.bucket === null ? `rollout of ${share.reaches}%` : `bucket ${share.bucket} is outside the rollout of 1 to ${share.reaches}`;
}
