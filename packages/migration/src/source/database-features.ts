import type { Database } from './database.ts';
import { optionalTime } from './database.ts';
import { strategyOf } from './exported.ts';
import type { SourceFeature, SourceLifecycle, SourceSettings, SourceStrategy } from './snapshot.ts';

interface FeatureRow {
  readonly name: string;
  readonly project: string;
  readonly description: string | null;
  readonly type: string | null;
  readonly stale: boolean | null;
  readonly impression_data: boolean | null;
  readonly archived_at: string | null;
  readonly created_at: string | null;
}

interface SettingsRow {
  readonly feature_name: string;
  readonly environment: string;
  readonly enabled: boolean;
  readonly variants: SourceSettings['variants'] | null;
}

interface StrategyRow extends Omit<SourceStrategy, 'name' | 'segments'> {
  readonly feature_name: string;
  readonly environment: string;
  readonly strategy_name: string;
  readonly sort_order: number;
}

/** Reads all features, including archived ones. */
export async function readDatabaseFeatures(database: Database): Promise<SourceFeature[]> {
  const rows = await database.rows<FeatureRow>('features');
  const settings = await readSettings(database);
  const parts = await readParts(database);
  return rows.map((row) => ({
    name: row.name,
    project: row.project,
    description: row.description,
    type: row.type ?? 'release',
    stale: row.stale ?? false,
    impressionData: row.impression_data ?? false,
    archived: row.archived_at !== null,
    createdAt: optionalTime(row.created_at),
    lifecycle: { ...parts.lifecycles.get(row.name), archivedAt: optionalTime(row.archived_at) },
    tags: (parts.tags.get(row.name) ?? []).map(({ tag_type: type, tag_value: value }) => ({ type, value })),
    links: (parts.links.get(row.name) ?? []).map(({ url, title }) => ({ url, title })),
    dependencies: (parts.dependencies.get(row.name) ?? []).map(({ parent, enabled, variants }) => ({
      feature: parent,
      enabled,
      variants: variants ?? [],
    })),
    environments: settings.get(row.name) ?? [],
  }));
}

async function readSettings(database: Database): Promise<Map<string, SourceSettings[]>> {
  const links = await database.rows<{ feature_strategy_id: string; segment_id: number }>('feature_strategy_segment');
  const segments = Map.groupBy(links, ({ feature_strategy_id: id }) => id);
  const keyOf = (row: { feature_name: string; environment: string }) => `${row.feature_name} ${row.environment}`;
  const strategies = Map.groupBy(await database.rows<StrategyRow>('feature_strategies'), keyOf);
  const rows = await database.rows<SettingsRow>('feature_environments');
  const settings = rows.map((row) => {
    const own = (strategies.get(keyOf(row)) ?? []).toSorted((left, right) => left.sort_order - right.sort_order);
    const ordered = own.map((strategy) =>
      strategyOf({
        ...strategy,
        name: strategy.strategy_name,
        segments: (segments.get(strategy.id) ?? []).map(({ segment_id: id }) => id),
      }),
    );
    return {
      name: row.feature_name,
      environment: row.environment,
      enabled: row.enabled,
      variants: row.variants ?? [],
      strategies: ordered,
    };
  });
  return Map.groupBy(settings, ({ name }) => name);
}

async function readParts(database: Database) {
  const tags = await database.rows<{ feature_name: string; tag_type: string; tag_value: string }>('feature_tag');
  const links = await database.rows<{ feature_name: string; url: string; title: string | null }>('feature_link');
  const dependencies = await database.rows<{ child: string; parent: string; enabled: boolean; variants: string[] | null }>(
    'dependent_features',
  );
  return {
    tags: Map.groupBy(tags, ({ feature_name: name }) => name),
    links: Map.groupBy(links, ({ feature_name: name }) => name),
    dependencies: Map.groupBy(dependencies, ({ child }) => child),
    lifecycles: await readLifecycles(database),
  };
}

interface StageRow {
  readonly feature: string;
  readonly stage: string;
  readonly created_at: string;
  readonly status?: string | null;
  readonly status_value?: string | null;
}

/** Dates of the stages that features entered. */
async function readLifecycles(database: Database): Promise<Map<string, SourceLifecycle>> {
  const lifecycles = new Map<string, SourceLifecycle>();
  for (const { feature, stage, created_at: at, ...row } of await database.rows<StageRow>('feature_lifecycles')) {
    const time = optionalTime(at) ?? at;
    const status = completions.find((each) => each === row.status) ?? 'kept';
    const completed = { at: time, status, statusValue: row.status_value ?? null };
    const entered = { 'pre-live': { preLiveAt: time }, live: { liveAt: time }, completed: { completed } }[stage];
    lifecycles.set(feature, { ...lifecycles.get(feature), ...entered });
  }
  return lifecycles;
}

const completions = ['kept', 'discarded'] as const;
