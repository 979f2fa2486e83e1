import type { Outcome, SelectedVariant } from '../evaluation.ts';
import type { Identify } from '../stickiness.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { bucketOf, isReached } from '../strategy/rollout.ts';
import type { RuleShare } from '../strategy/rule.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import type { ExplainedRuleShare, ExplainedShare } from './explanation.ts';
import type { Question } from './question.ts';

/** Where a context is put among the buckets. */
type Bucketed = Pick<ExplainedShare, 'value' | 'bucket' | 'chance'>;

/** Who answers for chance alone; a share by it has no identity that another evaluation would see again. */
const byChance: Bucketed = { value: null, bucket: null, chance: true };
const unneeded: Bucketed = { value: null, bucket: null, chance: false };

/** Asks the rule of a strategy; `bucket` is what it decides by, undefined where it needs none. */
export function explainRule({ rule, share: asked }: CompiledStrategy, question: Question) {
  const { context, effects, paying } = question;
  if (asked?.bucketing) {
    const { id, isChance } = identified(asked.bucketing.identify, question, paying);
    const bucket = bucketOf(asked.bucketing, id, paying);
    return { bucket, share: ruleShare(asked, told(id, bucket, isChance)), passes: isReached(bucket, asked.reaches) };
  }
  const share = asked && ruleShare(asked, isDrawn(asked) ? byChance : unneeded);
  return { bucket: undefined, share, passes: rule(context, effects, paying) };
}

const isDrawn = ({ stickiness, reaches }: RuleShare): boolean => stickiness === 'random' && reaches > 0 && reaches < 100;

/** Chooses a variant as an evaluation does, and tells how it came to be. */
export function explainVariants(
  variants: CompiledVariants,
  question: Question,
  paying: Outcome,
): { readonly selected: SelectedVariant | undefined; readonly share: ExplainedShare } {
  const { forced, draw, select } = variants;
  const named = forced?.(question.context);
  if (named) return { selected: named, share: variantShare(variants, unneeded) };
  if (!draw) return { selected: select(question.context, question.effects, paying), share: variantShare(variants, unneeded) };
  const { id = '', isChance } = identified(draw.identify, question, paying);
  const bucket = draw.bucketOf(id, paying);
  return { selected: draw.at(bucket), share: variantShare(variants, told(id, bucket, isChance)) };
}

// Field by field: an explanation has several shares, and spreading takes longer than all else that makes one.

const ruleShare = ({ stickiness, group, reaches }: RuleShare, { value, bucket, chance }: Bucketed): ExplainedRuleShare => ({
  stickiness,
  group,
  of: 100,
  reaches,
  value,
  bucket,
  chance,
});

const variantShare = ({ stickiness, group, size }: CompiledVariants, { value, bucket, chance }: Bucketed): ExplainedShare => ({
  stickiness,
  group,
  of: size,
  value,
  bucket,
  chance,
});

/** Identifies a context, and notes whether chance had to do it. */
function identified(identify: Identify, { context, effects }: Question, paying: Outcome) {
  const before = paying.readRandom;
  paying.readRandom = false;
  const id = identify(context, effects, paying);
  const isChance = paying.readRandom;
  paying.readRandom ||= before;
  return { id, isChance };
}

const told = (id: string | undefined, bucket: number, isChance: boolean): Bucketed =>
  isChance ? byChance : { value: id ?? null, bucket: bucket > 0 ? bucket : null, chance: false };
