import { deepEqual, equal } from 'node:assert/strict';
import type { Client, TestApp } from '@signalbox/testing';

interface Tables {
  feature: {
    name: string;
    project_id: string;
    type: string;
    description: string | null;
    stale: number;
    impression_data: number;
    created_at: number;
    archived_at: number | null;
    completed_at: number | null;
  };
  feature_environment: { feature_name: string; environment: string; enabled: number; strategy_count: number; variants: string };
  environment: { name: string; type: string; sort_order: number };
  feature_tag: { feature_name: string; tag_type: string; tag_value: string };
  feature_strategy_segment: { feature_name: string; segment_id: number };
  segment: { id: number; name: string };
  feature_dependency: { child: string; parent: string };
}

const everyStage = 'lifecycle=IS_ANY_OF:initial,pre-live,live,completed,archived';
const instant = (at: number | null) => (at === null ? null : new Date(Number(at)).toISOString());

/** All features by name, including archived ones, as returned by a search. */
export async function searchAll(client: Client): Promise<unknown[]> {
  const { status, body } = await client.get(`/api/admin/search/features?limit=100&sortBy=name&${everyStage}`);
  equal(status, 200);
  return body.features.map((found: Record<string, unknown>) => {
    const { name, project, type, description, stale, impressionData, createdAt, archivedAt, tags = [], segments, dependencyType } = found;
    const environments = (found['environments'] as Record<string, unknown>[]).map((own) => [
      own['name'],
      own['type'],
      own['enabled'],
      own['variantCount'],
    ]);
    const isCompleted = (found['lifecycle'] as { status?: string }).status !== undefined || null;
    return {
      name,
      project,
      type,
      description,
      stale,
      impressionData,
      createdAt,
      archivedAt,
      tags,
      segments,
      dependencyType,
      environments,
      isCompleted,
    };
  });
}

interface PublishedFeature {
  readonly name: string;
  readonly environments: readonly { readonly name: string; readonly reach: { readonly kind: string } }[];
  readonly changed: { readonly at: string } | null;
}

/** Features without the response fields about reach and time of change, which are read from the rows. */
export async function expectFoundAsPublished(client: Client): Promise<void> {
  const find = async (query: string): Promise<PublishedFeature[]> =>
    (await client.get(`/api/admin/search/features?limit=100&with=reach,changed&${everyStage}&${query}`)).body.features;
  const inEach = (await find('sortBy=name')).flatMap(({ name, environments }) =>
    environments.map((own) => ({ name, reach: `${own.name}:${own.reach.kind}` })),
  );
  for (const [reach, own] of Map.groupBy(inEach, (one) => one.reach)) {
    const found = await find(`sortBy=name&reach=${reach}`);
    deepEqual([reach, ...found.map(({ name }) => name)], [reach, ...own.map(({ name }) => name)]);
  }
  const times = (await find('sortBy=changedAt')).map(({ changed }) => changed?.at ?? 'never');
  deepEqual(times, times.toSorted());
}

/** Builds the result of `searchAll` from the rows. */
export async function readFeatures(app: TestApp): Promise<unknown[]> {
  const db = app.store('toggles').reader().getKysely<Tables>();
  const [features, settings, environments, tags, uses, segments, dependencies] = await Promise.all([
    db.selectFrom('feature').selectAll().orderBy('name').execute(),
    db.selectFrom('feature_environment').selectAll().execute(),
    db.selectFrom('environment').selectAll().orderBy('sort_order').orderBy('name').execute(),
    db.selectFrom('feature_tag').selectAll().orderBy('tag_type').orderBy('tag_value').execute(),
    db.selectFrom('feature_strategy_segment').selectAll().execute(),
    db.selectFrom('segment').selectAll().orderBy('name').execute(),
    db.selectFrom('feature_dependency').selectAll().execute(),
  ]);
  const isChild = (name: string) => dependencies.some(({ child }) => child === name);
  const isParent = (name: string) => dependencies.some(({ parent }) => parent === name);
  return features.map((row) => ({
    name: row.name,
    project: row.project_id,
    type: row.type,
    description: row.description,
    stale: Boolean(row.stale),
    impressionData: Boolean(row.impression_data),
    createdAt: instant(row.created_at),
    archivedAt: instant(row.archived_at),
    tags: tags.flatMap((tag) => (tag.feature_name === row.name ? [{ type: tag.tag_type, value: tag.tag_value }] : [])),
    segments: segments.flatMap(({ id, name }) =>
      uses.some((use) => use.feature_name === row.name && use.segment_id === id) ? [name] : [],
    ),
    dependencyType: isChild(row.name) ? 'child' : isParent(row.name) ? 'parent' : null,
    environments: environments.flatMap(({ name, type }) =>
      settings
        .filter((own) => own.feature_name === row.name && own.environment === name)
        .map((own) => [name, type, Boolean(own.enabled) && own.strategy_count > 0, (JSON.parse(own.variants) as unknown[]).length]),
    ),
    isCompleted: (row.completed_at !== null && row.archived_at === null) || null,
  }));
}
