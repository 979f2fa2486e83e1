import type { FeatureVariant, StrategyVariant } from '@signalbox/contracts';
import { type Bucketing, bucketOf } from '../bucketing.ts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome, SelectedVariant } from '../evaluation.ts';
import { hashGroup, variantSeed } from '../hash.ts';
import { lookup } from '../lookup.ts';
import { variantIdentity } from '../stickiness.ts';

/** Selects a variant for a context, or undefined if no variant has weight. */
export type SelectVariant = (context: EvaluationContext, effects: Effects, outcome: Outcome) => SelectedVariant | undefined;

/** A variant with weight. */
export interface VariantShare {
  /** Highest bucket of the variant. */
  readonly upTo: number;
  readonly selected: SelectedVariant;
}

/** A list of variants with its selection. `select` is built from the other parts, so that they cannot disagree. */
export interface CompiledVariants {
  readonly select: SelectVariant;
  /** All variants that it can select. */
  readonly selectable: readonly SelectedVariant[];
  readonly stickiness: string;
  readonly group: string;
  readonly shares: readonly VariantShare[];
  /** Sum of the weights. */
  readonly size: number;
  /** Variant that an override selects for a context. */
  readonly forced: Forced | undefined;
  /** Undefined if there is nothing to draw: one variant has all the weight, or none has any. */
  readonly draw: Bucketing | undefined;
}

type Variant = StrategyVariant | FeatureVariant;
type Forced = (context: EvaluationContext) => SelectedVariant | undefined;

/**
 * Compiles a list of variants (specification, evaluation semantics, "Variants"), or returns undefined for an empty list. The first
 * variant's stickiness, or else the given one, applies to all. Overrides precede the hash, but require some weight. A single share takes
 * every context and reads neither the identity nor chance.
 */
export function compileVariants(variants: readonly Variant[], group: string, given: string | undefined): CompiledVariants | undefined {
  const [first] = variants;
  if (!first) return undefined;
  const selected = new Map(variants.map((variant) => [variant, serializeSelected(variant)]));
  const shares = sharesOf(selected);
  const stickiness = first.stickiness || given || 'default';
  const common = { selectable: [...selected.values()], stickiness, group, shares, size: shares.at(-1)?.upTo ?? 0 };
  const [only, second] = shares;
  if (!only) return { ...common, select: () => undefined, forced: undefined, draw: undefined };
  const forced = compileOverrides(selected);
  if (!second) return { ...common, select: (context) => forced?.(context) ?? only.selected, forced, draw: undefined };
  const draw = { ...hashGroup(group, variantSeed), identify: variantIdentity(stickiness) };
  const drawn: SelectVariant = (context, effects, outcome) =>
    variantAt(shares, bucketOf(draw, draw.identify(context, effects, outcome), common.size, outcome));
  return { ...common, select: (context, effects, outcome) => forced?.(context) ?? drawn(context, effects, outcome), forced, draw };
}

/** Variant of a bucket, or undefined for bucket 0. */
export function variantAt(shares: readonly VariantShare[], bucket: number): SelectedVariant | undefined {
  if (bucket > 0) for (const share of shares) if (bucket <= share.upTo) return share.selected;
  return undefined;
}

function serializeSelected({ name, payload }: Variant): SelectedVariant {
  return { name, ...(payload && { payload }), enabled: true, feature_enabled: true };
}

function sharesOf(selected: ReadonlyMap<Variant, SelectedVariant>): VariantShare[] {
  const shares: VariantShare[] = [];
  let upTo = 0;
  for (const [variant, selectedVariant] of selected) {
    if (variant.weight <= 0) continue;
    upTo += variant.weight;
    shares.push({ upTo, selected: selectedVariant });
  }
  return shares;
}

/** Overrides by variant, in order. The first that lists the context's value wins. Values are compared exactly. */
function compileOverrides(selected: ReadonlyMap<Variant, SelectedVariant>): Forced | undefined {
  const rules = [...selected].flatMap(([variant, selectedVariant]) =>
    overridesOf(variant).map(({ contextName, values }) => ({ contextName, values: new Set(values), selectedVariant })),
  );
  if (rules.length === 0) return undefined;
  return (context) => {
    for (const rule of rules) {
      const value = lookup(context, rule.contextName);
      if (value !== undefined && rule.values.has(value)) return rule.selectedVariant;
    }
    return undefined;
  };
}

function overridesOf(variant: Variant) {
  return 'overrides' in variant ? (variant.overrides ?? []) : [];
}
