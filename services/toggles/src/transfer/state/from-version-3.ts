import type { State } from './state.schema.ts';

/** Until version 3, features contain their variants, which apply to all environments. */
export function fromVersion3(state: State): State {
  const { features = [], featureEnvironments } = state;
  if (!featureEnvironments) return state;
  const variantsOf = new Map(features.map(({ name, variants = [] }) => [name, variants]));
  return {
    ...state,
    featureEnvironments: featureEnvironments.map((item) => ({
      ...item,
      variants: variantsOf.get(item.featureName) ?? item.variants ?? [],
    })),
  };
}
