import type { Api } from '../call/api.ts';
import { type ExportedStrategy, strategyOf } from './exported.ts';
import type { SourceFeature, SourceSettings } from './snapshot.ts';

/** A feature as a request for it alone returns it. */
interface Detail {
  readonly environments: readonly { readonly name: string; readonly enabled: boolean; readonly strategies: readonly ExportedStrategy[] }[];
}

const requestsAtOnce = 8;

/** Exports lack the order of strategies, and settings in environments that the open-source API does not list. Requests these features. */
export async function completeFeatures(
  api: Api,
  features: readonly SourceFeature[],
  environments: readonly string[],
): Promise<SourceFeature[]> {
  const complete = [...features];
  const pending = [...features.entries()].filter(([, feature]) => isIncomplete(feature, environments));
  const work = async () => {
    for (let next = pending.pop(); next; next = pending.pop()) complete[next[0]] = await completeFeature(api, next[1]);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return complete;
}

const isIncomplete = ({ environments: own }: SourceFeature, environments: readonly string[]): boolean =>
  own.length < environments.length || own.some(({ strategies }) => strategies.length > 1);

async function completeFeature(api: Api, feature: SourceFeature): Promise<SourceFeature> {
  const path = `/api/admin/projects/${encodeURIComponent(feature.project)}/features/${encodeURIComponent(feature.name)}`;
  const detail = await api.find<Detail>(path);
  // Archived features are only in exports.
  if (!detail) return feature;
  const exported = new Map(feature.environments.map((settings) => [settings.environment, settings]));
  const environments = detail.environments.map(({ name, enabled, strategies }): SourceSettings => {
    const ordered = strategies.toSorted((left, right) => (left.sortOrder ?? 0) - (right.sortOrder ?? 0));
    return { environment: name, enabled, variants: exported.get(name)?.variants ?? [], strategies: ordered.map(strategyOf) };
  });
  return { ...feature, environments };
}
