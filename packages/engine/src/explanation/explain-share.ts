import type { Outcome, SelectedVariant } from '../evaluation.ts';
import type { Identify } from '../stickiness.ts';
import type { RuleShare } from '../strategy/rule.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import type { ExplainedShare } from './explanation.ts';
import type { Question } from './question.ts';

/** Who answers for chance alone; a share by it has no identity that another evaluation would see again. */
const byChance = { value: null, bucket: null, chance: true };
const unneeded = { value: null, bucket: null, chance: false };

/** What a rule by share makes of a context; `bucket` is what it decides by, undefined where it needs none. */
export function explainRule({ stickiness, group, reaches, bucketing }: RuleShare, question: Question, paying: Outcome) {
  const scale = { stickiness, group, of: 100, reaches };
  if (!bucketing) {
    const isDrawn = stickiness === 'random' && reaches > 0 && reaches < 100;
    return { bucket: undefined, share: { ...scale, ...(isDrawn ? byChance : unneeded) } };
  }
  const { id, isChance } = identified(bucketing.identify, question, paying);
  const bucket = bucketing.bucketOf(id, paying);
  return { bucket, share: { ...scale, ...told(id, bucket, isChance) } };
}

/** Chooses a variant as an evaluation does, and tells how it came to be. */
export function explainVariants(
  { forced, draw, select, stickiness, group, size }: CompiledVariants,
  question: Question,
  paying: Outcome,
): { readonly selected: SelectedVariant | undefined; readonly share: ExplainedShare } {
  const scale = { stickiness, group, of: size };
  const named = forced?.(question.context);
  if (named) return { selected: named, share: { ...scale, ...unneeded } };
  if (!draw) return { selected: select(question.context, question.effects, paying), share: { ...scale, ...unneeded } };
  const { id = '', isChance } = identified(draw.identify, question, paying);
  const bucket = draw.bucketOf(id, paying);
  return { selected: draw.at(bucket), share: { ...scale, ...told(id, bucket, isChance) } };
}

/** Identifies a context, and notes whether chance had to do it. */
function identified(identify: Identify, { context, effects }: Question, paying: Outcome) {
  const before = paying.readRandom;
  paying.readRandom = false;
  const id = identify(context, effects, paying);
  const isChance = paying.readRandom;
  paying.readRandom ||= before;
  return { id, isChance };
}

const told = (id: string | undefined, bucket: number, isChance: boolean) =>
  isChance ? byChance : { value: id ?? null, bucket: bucket > 0 ? bucket : null, chance: false };
