/** All weights of a feature's or a strategy's variants together: shares in tenths of a percent. */
export const totalWeight = 1000;

interface Weighted {
  readonly weight: number;
  readonly weightType?: 'variable' | 'fix';
}

/** Shares what fixed weights leave over among the others, so that all sum to the whole; the first get what does not divide. */
export function spread<T extends Weighted>(variants: readonly T[]): T[] {
  const variable = variants.filter(isVariable).length;
  const left = Math.max(0, totalWeight - fixedWeight(variants));
  const each = variable === 0 ? 0 : Math.floor(left / variable);
  let rest = left - each * variable;
  return variants.map((variant) => {
    if (!isVariable(variant)) return variant;
    const weight = each + (rest > 0 ? 1 : 0);
    rest -= 1;
    return { ...variant, weight };
  });
}

/** Fixes the weight of one at so much of the whole, as far as the other fixed ones leave it, and spreads the rest. */
export function fixWeight<T extends Weighted>(variants: readonly T[], index: number, weight: number): T[] {
  const others = variants.filter((_, at) => at !== index);
  const max = totalWeight - fixedWeight(others);
  const needsAll = !others.some(isVariable);
  const fixed = needsAll ? max : Math.min(max, Math.max(0, Math.round(weight) || 0));
  return spread(variants.map((variant, at) => (at === index ? { ...variant, weight: fixed, weightType: 'fix' } : variant)));
}

/** Lets the weight of one go by what the others leave. */
export const freeWeight = <T extends Weighted>(variants: readonly T[], index: number): T[] =>
  spread(variants.map((variant, at) => (at === index ? { ...variant, weightType: 'variable' } : variant)));

const isVariable = ({ weightType = 'variable' }: Weighted): boolean => weightType === 'variable';
const fixedWeight = (variants: readonly Weighted[]): number =>
  variants.reduce((sum, variant) => sum + (isVariable(variant) ? 0 : variant.weight), 0);
