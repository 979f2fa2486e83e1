import type { Database } from './database.ts';
import type { Snapshot, SourceProject } from './snapshot.ts';

interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly archived_at?: string | null;
}

interface SettingsRow {
  readonly project: string;
  readonly default_stickiness?: string | null;
  readonly project_mode?: string | null;
  readonly feature_limit?: number | null;
  readonly feature_naming_pattern?: string | null;
  readonly feature_naming_example?: string | null;
  readonly feature_naming_description?: string | null;
  readonly link_templates?: SourceProject['linkTemplates'] | null;
}

interface LinkRow {
  readonly project_id: string;
  readonly environment_name: string;
  readonly default_strategy?: SourceProject['defaultStrategies'][string] | null;
}

/** Reads environments and projects. Archived projects contain only archived features. */
export async function readProjects(database: Database): Promise<Pick<Snapshot, 'environments' | 'projects'>> {
  interface EnvironmentRow {
    readonly name: string;
    readonly type: string;
    readonly sort_order: number;
    readonly enabled: boolean;
  }
  const environments = await database.rows<EnvironmentRow>('environments');
  const rows = await database.rows<ProjectRow>('projects');
  const settings = new Map((await database.rows<SettingsRow>('project_settings')).map((row) => [row.project, row]));
  const links = Map.groupBy(await database.rows<LinkRow>('project_environments'), ({ project_id: project }) => project);
  return {
    environments: environments.map(({ name, type, sort_order: sortOrder, enabled }) => ({ name, type, sortOrder, enabled })),
    projects: rows.map((row) => projectOf(row, settings.get(row.id), links.get(row.id) ?? [])),
  };
}

function projectOf({ id, name, description }: ProjectRow, settings: SettingsRow | undefined, links: readonly LinkRow[]): SourceProject {
  const { feature_naming_pattern: pattern, feature_naming_example: example, feature_naming_description: about } = settings ?? {};
  const strategies = links.flatMap(({ environment_name: environment, default_strategy: strategy }) =>
    strategy ? [[environment, strategy] as const] : [],
  );
  return {
    id,
    name,
    description,
    mode: settings?.project_mode ?? 'open',
    defaultStickiness: settings?.default_stickiness ?? 'default',
    environments: links.map(({ environment_name: environment }) => environment),
    defaultStrategies: Object.fromEntries(strategies),
    featureLimit: settings?.feature_limit ?? null,
    featureNaming: pattern ? { pattern, example: example ?? null, description: about ?? null } : null,
    linkTemplates: settings?.link_templates ?? [],
  };
}
