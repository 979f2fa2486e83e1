import type { Api } from '../call/api.ts';
import type { FeatureNaming, SourceProject } from './snapshot.ts';

/** A project as the list of all projects contains it. */
export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly mode?: string;
  readonly defaultStickiness?: string;
}

/** The overview of a project. Versions before 6 list the environments by name. */
interface Overview {
  readonly name?: string;
  readonly description?: string | null;
  readonly environments?: readonly (
    | string
    | { readonly environment: string; readonly defaultStrategy?: SourceProject['defaultStrategies'][string] | null }
  )[];
  readonly defaultStickiness?: string;
  readonly mode?: string;
  readonly featureLimit?: number | null;
  readonly featureNaming?: FeatureNaming | null;
  readonly linkTemplates?: SourceProject['linkTemplates'];
}

/** Reads a project with its environments and settings. */
export async function readProject(api: Api, { id, name, description, ...listed }: ListedProject): Promise<SourceProject> {
  const overview = (await api.find<Overview>(`/api/admin/projects/${encodeURIComponent(id)}/overview`)) ?? {};
  const environments = (overview.environments ?? []).map((each) => (typeof each === 'string' ? { environment: each } : each));
  return {
    id,
    name: overview.name ?? name,
    description: overview.description ?? description ?? null,
    mode: overview.mode ?? listed.mode ?? 'open',
    defaultStickiness: overview.defaultStickiness ?? listed.defaultStickiness ?? 'default',
    environments: environments.map(({ environment }) => environment),
    defaultStrategies: Object.fromEntries(
      environments.flatMap(({ environment, defaultStrategy }) => (defaultStrategy ? [[environment, defaultStrategy] as const] : [])),
    ),
    featureLimit: overview.featureLimit ?? null,
    featureNaming: overview.featureNaming?.pattern ? overview.featureNaming : null,
    linkTemplates: overview.linkTemplates ?? [],
  };
}
