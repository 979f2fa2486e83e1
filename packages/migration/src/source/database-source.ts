import { type Database, openDatabase } from './database.ts';
import { readAccounts } from './database-accounts.ts';
import { readDatabaseFeatures } from './database-features.ts';
import { readEvents, readUsage } from './database-history.ts';
import { readProjects } from './database-projects.ts';
import { readTokens } from './database-tokens.ts';
import type { Snapshot, SourceContextField, SourceSegment } from './snapshot.ts';
import type { Source } from './source.ts';

/** A PostgreSQL database, which contains everything. Each read opens it anew, to see the latest changes. */
export async function openDatabaseSource(url: string): Promise<Source> {
  const reading = async <T>(read: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase(url);
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  };
  const named = new URL(url);
  return {
    read: () => reading((database) => readSnapshot(database, `${named.host}${named.pathname}`)),
    latestChange: () => reading((database) => database.max('events', 'id')),
    events: (after) => withDatabase(url, (database) => readEvents(database, after)),
    usage: () => withDatabase(url, readUsage),
    close: async () => {},
  };
}

async function* withDatabase<T>(url: string, read: (database: Database) => AsyncIterable<T>): AsyncIterable<T> {
  const database = await openDatabase(url);
  try {
    yield* read(database);
  } finally {
    await database.close();
  }
}

async function readSnapshot(database: Database, name: string): Promise<Snapshot> {
  const features = await readDatabaseFeatures(database);
  const addons = await database.rows<Snapshot['addons'][number]>('addons');
  const tagTypes = await database.rows<Snapshot['tagTypes'][number]>('tag_types');
  const tags = await database.rows<Snapshot['tags'][number]>('tags');
  return {
    source: name,
    instanceId: await readInstanceId(database),
    ...(await readProjects(database)),
    contextFields: await readContextFields(database),
    tagTypes: tagTypes.map(({ name: type, description, icon, color }) => ({ name: type, description, icon, color: color ?? null })),
    tags: tags.map(({ type, value }) => ({ type, value })),
    strategies: await readStrategyDefinitions(database),
    segments: await readSegments(database),
    features,
    tokens: await readTokens(database),
    addons: addons.map(({ provider, description, parameters, events, projects, environments }) => ({
      provider,
      description,
      parameters: parameters ?? {},
      events: events ?? [],
      projects: projects ?? [],
      environments: environments ?? [],
    })),
    accounts: await readAccounts(database),
  };
}

async function readInstanceId(database: Database): Promise<string | null> {
  const settings = await database.rows<{ name: string; content: { id?: string } | null }>('settings');
  return settings.find(({ name }) => name === 'instanceInfo')?.content?.id ?? null;
}

async function readContextFields(database: Database): Promise<SourceContextField[]> {
  interface Row {
    readonly name: string;
    readonly description: string | null;
    readonly stickiness: boolean | null;
    readonly sort_order: number | null;
    readonly legal_values: SourceContextField['legalValues'] | null;
    readonly project?: string | null;
  }
  const rows = await database.rows<Row>('context_fields');
  return rows.map(({ name, description, stickiness, sort_order: sortOrder, legal_values: legalValues, project }) => ({
    name,
    description,
    stickiness: stickiness ?? false,
    sortOrder: sortOrder ?? 0,
    legalValues: legalValues ?? [],
    project: project ?? null,
  }));
}

async function readSegments(database: Database): Promise<SourceSegment[]> {
  type Row = Omit<SourceSegment, 'project'> & { readonly segment_project_id?: string | null };
  const rows = await database.rows<Row>('segments');
  return rows.map(({ id, name, description, constraints, segment_project_id: project }) => ({
    id,
    name,
    description,
    project: project ?? null,
    constraints,
  }));
}

async function readStrategyDefinitions(database: Database): Promise<Snapshot['strategies']> {
  type Row = Snapshot['strategies'][number] & { readonly built_in: number };
  const rows = await database.rows<Row>('strategies');
  return rows
    .filter(({ built_in: builtIn }) => builtIn !== 1)
    .map(({ name, description, deprecated, parameters }) => ({
      name,
      description,
      deprecated: deprecated ?? false,
      parameters: parameters ?? [],
    }));
}
