/** Total weight of the variants of a feature or strategy, in tenths of a percent. */
export const totalWeight = 1000;

interface Weighted {
  readonly weight: number;
  readonly weightType?: 'variable' | 'fix';
}

/** Spreads the remainder of fixed weights evenly over the others. The first ones get what cannot be divided. */
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

/** Fixes one weight, limited by the other fixed ones, and spreads the rest. */
export function fixWeight<T extends Weighted>(variants: readonly T[], index: number, weight: number): T[] {
  const others = variants.filter((_, at) => at !== index);
  const max = totalWeight - fixedWeight(others);
  const needsAll = !others.some(isVariable);
  const fixed = needsAll ? max : Math.min(max, Math.max(0, Math.round(weight) || 0));
  return spread(variants.map((variant, at) => (at === index ? { ...variant, weight: fixed, weightType: 'fix' } : variant)));
}

/** Makes one weight variable again. */
export const freeWeight = <T extends Weighted>(variants: readonly T[], index: number): T[] =>
  spread(variants.map((variant, at) => (at === index ? { ...variant, weightType: 'variable' } : variant)));

const isVariable = ({ weightType = 'variable' }: Weighted): boolean => weightType === 'variable';
const fixedWeight = (variants: readonly Weighted[]): number =>
  variants.reduce((sum, variant) => sum + (isVariable(variant) ? 0 : variant.weight), 0);
