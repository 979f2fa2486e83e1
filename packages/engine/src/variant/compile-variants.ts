import type { FeatureVariant, StrategyVariant } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome, SelectedVariant } from '../evaluation.ts';
import { bucketIn, hashGroup, variantSeed } from '../hash.ts';
import { lookup } from '../lookup.ts';
import { mayRead } from '../steps.ts';
import { type Identify, variantIdentity } from '../stickiness.ts';

/** Chooses a variant for a context; undefined where the weights leave none. */
export type SelectVariant = (context: EvaluationContext, effects: Effects, outcome: Outcome) => SelectedVariant | undefined;

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
 * any weight at all.
 */
export function compileVariants(variants: readonly Variant[], group: string, stickiness: string | undefined): SelectVariant | undefined {
  const [first] = variants;
  if (!first) return undefined;
  const selected = new Map(variants.map((variant) => [variant, presentSelected(variant)]));
  const shares = sharesOf(selected);
  if (shares.length === 0) return () => undefined;
  const forced = compileOverrides(selected);
  const drawn = compileDraw(shares, group, variantIdentity(first.stickiness || stickiness || 'default'));
  return (context, effects, outcome) => forced?.(context) ?? drawn(context, effects, outcome);
}

function presentSelected({ name, payload }: Variant): SelectedVariant {
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

/** A single share takes every context, so that neither the identity nor chance is read. */
function compileDraw(shares: readonly Share[], group: string, identify: Identify): SelectVariant {
  const only = shares.length === 1 ? shares[0] : undefined;
  if (only) return () => only.selected;
  const hashed = hashGroup(group, variantSeed);
  const size = shares.at(-1)?.upTo ?? 1;
  return (context, effects, outcome) => {
    const id = identify(context, effects, outcome) ?? '';
    if (!mayRead(outcome, id)) return undefined;
    const target = bucketIn(hashed, id, size);
    for (const share of shares) if (target <= share.upTo) return share.selected;
    return undefined;
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
