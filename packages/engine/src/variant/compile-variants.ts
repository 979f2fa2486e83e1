import type { FeatureVariant, StrategyVariant } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome, SelectedVariant } from '../evaluation.ts';
import { bucketIn, hashGroup, variantSeed } from '../hash.ts';
import { lookup } from '../lookup.ts';
import { mayRead } from '../steps.ts';
import { type Identify, variantIdentity } from '../stickiness.ts';

/** Chooses a variant for a context; undefined where the weights leave none. */
export type SelectVariant = (context: EvaluationContext, effects: Effects, outcome: Outcome) => SelectedVariant | undefined;

/** How variants are drawn where a hash decides among several: it puts an identity into a bucket up to the sum of the weights. */
export interface Draw {
  readonly identify: Identify;
  /** The bucket of an identity; 0 where the evaluation has no steps left to read a long one. */
  readonly bucketOf: (id: string, outcome: Outcome) => number;
  /** The variant of a bucket; none has bucket 0. */
  readonly at: (bucket: number) => SelectedVariant | undefined;
}

/** A list of variants with how it is chosen from. `select` is made of the parts beside it, so that the two cannot disagree. */
export interface CompiledVariants {
  readonly select: SelectVariant;
  readonly stickiness: string;
  readonly group: string;
  /** The sum of the weights. */
  readonly size: number;
  /** The variant that an override names for a context. */
  readonly forced: Forced | undefined;
  /** Undefined where there is nothing to draw: one variant has all the weight, or none has any. */
  readonly draw: Draw | undefined;
}

type Variant = StrategyVariant | FeatureVariant;
interface Share {
  /** The highest bucket that still belongs to the variant. */
  readonly upTo: number;
  readonly selected: SelectedVariant;
}
type Forced = (context: EvaluationContext) => SelectedVariant | undefined;

/**
 * Compiles a list of variants (specification, evaluation semantics, "Variants"), undefined where the list is empty. The
 * first variant's stickiness counts for all, else the given one. Overrides come before the hash and only where there is
 * any weight at all. A single share takes every context, so that neither the identity nor chance is read.
 */
export function compileVariants(variants: readonly Variant[], group: string, given: string | undefined): CompiledVariants | undefined {
  const [first] = variants;
  if (!first) return undefined;
  const selected = new Map(variants.map((variant) => [variant, serializeSelected(variant)]));
  const shares = sharesOf(selected);
  const stickiness = first.stickiness || given || 'default';
  const common = { stickiness, group, size: shares.at(-1)?.upTo ?? 0 };
  const [only, second] = shares;
  if (!only) return { ...common, select: () => undefined, forced: undefined, draw: undefined };
  const forced = compileOverrides(selected);
  if (!second) return { ...common, select: (context) => forced?.(context) ?? only.selected, forced, draw: undefined };
  const draw = compileDraw(shares, group, variantIdentity(stickiness));
  return { ...common, select: (context, effects, outcome) => forced?.(context) ?? drawn(draw, context, effects, outcome), forced, draw };
}

const drawn = ({ identify, bucketOf, at }: Draw, context: EvaluationContext, effects: Effects, outcome: Outcome) =>
  at(bucketOf(identify(context, effects, outcome) ?? '', outcome));

function serializeSelected({ name, payload }: Variant): SelectedVariant {
  return { name, ...(payload && { payload }), enabled: true, feature_enabled: true };
}

function sharesOf(selected: ReadonlyMap<Variant, SelectedVariant>): Share[] {
  const shares: Share[] = [];
  let upTo = 0;
  for (const [variant, present] of selected) {
    if (variant.weight <= 0) continue;
    upTo += variant.weight;
    shares.push({ upTo, selected: present });
  }
  return shares;
}

function compileDraw(shares: readonly Share[], group: string, identify: Identify): Draw {
  const hashed = hashGroup(group, variantSeed);
  const size = shares.at(-1)?.upTo ?? 1;
  return {
    identify,
    bucketOf: (id, outcome) => (mayRead(outcome, id) ? bucketIn(hashed, id, size) : 0),
    at: (bucket) => {
      if (bucket > 0) for (const share of shares) if (bucket <= share.upTo) return share.selected;
      return undefined;
    },
  };
}

/** Overrides by variant, in their order; the first that names the context's value wins. Values are compared exactly. */
function compileOverrides(selected: ReadonlyMap<Variant, SelectedVariant>): Forced | undefined {
  const rules = [...selected].flatMap(([variant, present]) =>
    overridesOf(variant).map(({ contextName, values }) => ({ contextName, values: new Set(values), present })),
  );
  if (rules.length === 0) return undefined;
  return (context) => {
    for (const rule of rules) {
      const value = lookup(context, rule.contextName);
      if (value !== undefined && rule.values.has(value)) return rule.present;
    }
    return undefined;
  };
}

function overridesOf(variant: Variant) {
  return 'overrides' in variant ? (variant.overrides ?? []) : [];
}
