interface ClientFeatures {
  readonly features: readonly (Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly strategies?: readonly ClientStrategy[];
  })[];
  readonly segments?: readonly { readonly id: number; readonly constraints: readonly unknown[] }[];
}

type ClientStrategy = Readonly<Record<string, unknown>> & {
  readonly constraints?: readonly unknown[];
  readonly segments?: readonly number[];
};

/** Properties of features that SDKs evaluate or pass on. */
const compared = ['name', 'type', 'project', 'enabled', 'stale', 'impressionData', 'variants', 'dependencies'] as const;

/**
 * Features of a response of the client API by name, without what differs between instances but not for SDKs: ids, the order of features and
 * constraints, segments apart from their constraints, and empty properties that one of them leaves out.
 */
export function canonicalFeatures({ features, segments = [] }: ClientFeatures): Map<string, string> {
  const constraintsOf = new Map(segments.map(({ id, constraints }) => [id, constraints]));
  return new Map(
    features.map((feature) => {
      const own = Object.fromEntries(compared.map((name) => [name, feature[name]]));
      const strategies = (feature.strategies ?? []).map(({ name, parameters, constraints = [], variants, segments: used = [] }) => ({
        name,
        parameters,
        constraints: [...constraints, ...used.flatMap((id) => constraintsOf.get(id) ?? [])].map(canonicalText).toSorted(),
        variants,
      }));
      return [feature.name, canonicalText({ ...own, strategies })];
    }),
  );
}

/** JSON with sorted properties, without empty ones. */
export const canonicalText = (value: unknown): string => JSON.stringify(pruned(value)) ?? '';

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((each) => pruned(each) ?? null);
  if (value === null || value === false || value === '') return undefined;
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, each]) => [name, pruned(each)] as const);
  const left = entries.filter(([, each]) => each !== undefined).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Names whose texts differ, or that only one side has. */
export function differingNames(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): string[] {
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => left.get(name) !== right.get(name)).toSorted();
}
