import type { SourceFeature, SourceSettings, SourceStrategy, SourceTag } from './snapshot.ts';

/** An export of features from one environment, as all versions since 4.22 return it. */
export interface Exported {
  readonly features: readonly {
    readonly name: string;
    readonly project: string;
    readonly description?: string | null;
    readonly type?: string;
    readonly stale?: boolean;
    readonly impressionData?: boolean;
    readonly archived?: boolean;
    readonly createdAt?: string;
  }[];
  readonly featureStrategies: readonly ExportedStrategy[];
  readonly featureEnvironments?: readonly {
    readonly featureName?: string;
    readonly enabled: boolean;
    readonly variants?: readonly object[];
  }[];
  readonly featureTags?: readonly {
    readonly featureName: string;
    readonly tagType?: string;
    readonly tagValue: string;
    readonly type?: string;
  }[];
  readonly dependencies?: readonly {
    readonly feature: string;
    readonly dependencies: readonly { readonly feature: string; readonly enabled?: boolean; readonly variants?: readonly string[] }[];
  }[];
  readonly links?: readonly {
    readonly feature: string;
    readonly links: readonly { readonly url: string; readonly title?: string | null }[];
  }[];
}

/** A strategy of an export. */
export type ExportedStrategy = Partial<Omit<SourceStrategy, 'name'>> & {
  readonly name: string;
  readonly featureName?: string;
  readonly sortOrder?: number;
};

/** Combines exports of the same features by environment. */
export function featuresOf(exports: ReadonlyMap<string, Exported>, createdAt: (name: string) => string | null): SourceFeature[] {
  const [first] = exports.values();
  if (!first) return [];
  const tags = Map.groupBy(first.featureTags ?? [], ({ featureName }) => featureName);
  const links = new Map((first.links ?? []).map((each) => [each.feature, each.links]));
  const dependencies = new Map((first.dependencies ?? []).map((each) => [each.feature, each.dependencies]));
  const settings = settingsOf(exports);
  return first.features.map((feature) => ({
    name: feature.name,
    project: feature.project,
    description: feature.description ?? null,
    type: feature.type ?? 'release',
    stale: feature.stale ?? false,
    impressionData: feature.impressionData ?? false,
    archived: feature.archived ?? false,
    createdAt: feature.createdAt ?? createdAt(feature.name),
    lifecycle: {},
    tags: (tags.get(feature.name) ?? []).map(tagOf),
    links: (links.get(feature.name) ?? []).map(({ url, title }) => ({ url, title: title ?? null })),
    dependencies: (dependencies.get(feature.name) ?? []).map((each) => ({
      feature: each.feature,
      enabled: each.enabled ?? true,
      variants: each.variants ?? [],
    })),
    environments: settings.get(feature.name) ?? [],
  }));
}

const tagOf = ({ tagType, type, tagValue }: NonNullable<Exported['featureTags']>[number]): SourceTag => ({
  type: tagType ?? type ?? 'simple',
  value: tagValue,
});

/** Settings by feature. */
function settingsOf(exports: ReadonlyMap<string, Exported>): Map<string, SourceSettings[]> {
  const settings = new Map<string, SourceSettings[]>();
  for (const [environment, { featureEnvironments = [], featureStrategies }] of exports) {
    const strategies = Map.groupBy(featureStrategies, ({ featureName }) => featureName ?? '');
    for (const { featureName = '', enabled, variants = [] } of featureEnvironments) {
      const own = (strategies.get(featureName) ?? []).map(strategyOf);
      settings.set(featureName, [...(settings.get(featureName) ?? []), { environment, enabled, variants, strategies: own }]);
    }
  }
  return settings;
}

/** Completes a strategy: older versions leave out properties. */
export const strategyOf = (strategy: ExportedStrategy): SourceStrategy => ({
  id: strategy.id ?? '',
  name: strategy.name,
  title: strategy.title ?? null,
  disabled: strategy.disabled ?? false,
  parameters: strategy.parameters ?? {},
  constraints: strategy.constraints ?? [],
  variants: strategy.variants ?? [],
  segments: strategy.segments ?? [],
});
