import { whyTexts } from './texts.ts';
import type { StrategyResult } from '../../server/operations.ts';
import { describeMissed } from '../../parts/strategy/sentence.ts';
import { calledBy } from '../strategy/strategy-draft.ts';
import type { Result } from './steps.ts';
import { personaTexts } from '../../parts/persona/persona-texts.ts';

interface Verdict {
  readonly title: string;
  /** The deciding step, or the closest strategy and its obstacle. */
  readonly about: string;
}

/** The result in one sentence, and the closest strategy in another. */
export function verdictOf(result: Result, environment: string, given: (field: string) => string | undefined): Verdict {
  const { isEnabled, isEnabledInCurrentEnvironment, hasUnsatisfiedDependency, dependencies, strategies } = result;
  if (isEnabled) return { title: whyTexts.isOn, about: describeWinner(result) };
  const nearest = describeNearest(result, given);
  if (!isEnabledInCurrentEnvironment) return { title: whyTexts.isOff, about: joined(whyTexts.offIn(environment), nearest) };
  if (hasUnsatisfiedDependency) {
    const parent = dependencies.find(({ result: holds }) => holds === false);
    return { title: whyTexts.isOff, about: joined(whyTexts.parentMissed(parent?.feature ?? ''), nearest) };
  }
  if (strategies.result === 'unknown' && strategies.data.some(({ disabled, passes }) => !disabled && passes === 'unknown'))
    return { title: whyTexts.isUnknown, about: whyTexts.unknownAbout };
  return { title: whyTexts.isOff, about: joined(whyTexts.noneFits, nearest) };
}

const joined = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

function describeWinner({ strategies: { data }, variant }: Result): string {
  const index = data.findIndex(({ result: { enabled } }) => enabled === true);
  const winner = data[index];
  const because = winner ? whyTexts.becauseOf(index + 1, named(winner)) : whyTexts.noStrategy;
  return joined(because, variant.enabled ? whyTexts.asVariant(variant.name) : '');
}

function describeNearest({ strategies: { data }, nearest }: Result, given: (field: string) => string | undefined): string {
  const index = data.findIndex(({ id }) => id === nearest);
  const strategy = data[index];
  return strategy ? whyTexts.nearest(index + 1, named(strategy), describeObstacle(strategy, given)) : '';
}

const named = ({ name, title }: StrategyResult): string => calledBy({ name, title: title ?? null });

/** The first part that fails. */
function describeObstacle({ constraints, segments, share, passes }: StrategyResult, given: (field: string) => string | undefined): string {
  const constraint = constraints.find(({ result }) => !result);
  if (constraint) return describeMissed(constraint, given(constraint.contextName));
  const segment = segments.find(({ result }) => !result);
  if (segment) return personaTexts.because.segment(segment.name);
  if (passes === 'unknown') return personaTexts.because.application;
  if (!share) return personaTexts.because.rule;
  return share.bucket === null ? whyTexts.shareMissed(share.reaches) : whyTexts.bucketMissed(share.bucket, share.reaches);
}
