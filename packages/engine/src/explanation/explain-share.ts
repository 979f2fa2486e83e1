import { bucketOf } from '../bucketing.ts';
import type { Outcome, SelectedVariant } from '../evaluation.ts';
import type { Identify } from '../stickiness.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { isReached } from '../strategy/rollout.ts';
import type { RuleShare } from '../strategy/rule.ts';
import { type CompiledVariants, variantAt } from '../variant/compile-variants.ts';
import type { ExplainedRuleShare, ExplainedShare } from './explanation.ts';
import type { Question } from './question.ts';

/** Position of a context among the buckets. */
type Bucketed = Pick<ExplainedShare, 'value' | 'bucket' | 'chance'>;

/** Result of chance, without an identity that another evaluation could reproduce. */
const byChance: Bucketed = { value: null, bucket: null, chance: true };
const unneeded: Bucketed = { value: null, bucket: null, chance: false };

/** Evaluates the rule of a strategy. `bucket` is the deciding one, or undefined if none was needed. */
export function explainRule({ rule, share: own }: CompiledStrategy, question: Question) {
  const { context, effects, paying } = question;
  if (own?.bucketing) {
    const { id, isChance } = identified(own.bucketing.identify, question, paying);
    const bucket = bucketOf(own.bucketing, id, 100, paying);
    return { bucket, share: ruleShare(own, bucketed(id, bucket, isChance)), passes: isReached(bucket, own.reaches) };
  }
  const share = own && ruleShare(own, isDrawn(own) ? byChance : unneeded);
  return { bucket: undefined, share, passes: rule(context, effects, paying) };
}

const isDrawn = ({ stickiness, reaches }: RuleShare): boolean => stickiness === 'random' && reaches > 0 && reaches < 100;

/** Selects a variant as an evaluation does, and explains the selection. */
export function explainVariants(
  variants: CompiledVariants,
  question: Question,
  paying: Outcome,
): { readonly selected: SelectedVariant | undefined; readonly share: ExplainedShare } {
  const { forced, draw, select, shares, size } = variants;
  const named = forced?.(question.context);
  if (named) return { selected: named, share: variantShare(variants, unneeded) };
  if (!draw) return { selected: select(question.context, question.effects, paying), share: variantShare(variants, unneeded) };
  const { id = '', isChance } = identified(draw.identify, question, paying);
  const bucket = bucketOf(draw, id, size, paying);
  return { selected: variantAt(shares, bucket), share: variantShare(variants, bucketed(id, bucket, isChance)) };
}

// Field by field: an explanation has several shares, and spreading would dominate its cost.

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

/** Identifies a context, and reports if it needed chance. */
function identified(identify: Identify, { context, effects }: Question, paying: Outcome) {
  const before = paying.readRandom;
  paying.readRandom = false;
  const id = identify(context, effects, paying);
  const isChance = paying.readRandom;
  paying.readRandom ||= before;
  return { id, isChance };
}

const bucketed = (id: string | undefined, bucket: number, isChance: boolean): Bucketed =>
  isChance ? byChance : { value: id ?? null, bucket: bucket > 0 ? bucket : null, chance: false };
