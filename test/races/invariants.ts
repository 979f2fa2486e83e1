import type { Row, Tables } from './tables.ts';

/** Targets of columns, by column name: a table and its key. */
const references: Readonly<Record<string, readonly [table: string, column: string]>> = {
  project_id: ['project', 'id'],
  environment: ['environment', 'name'],
  feature_name: ['feature', 'name'],
  child: ['feature', 'name'],
  parent: ['feature', 'name'],
  strategy_id: ['feature_strategy', 'id'],
  strategy_name: ['strategy_definition', 'name'],
  segment_id: ['segment', 'id'],
  tag_type: ['tag_type', 'name'],
};

/** Columns that refer to objects of other services, or to objects that may be deleted. */
const exempt = new Set(['tombstone', 'token_count']);

/** Columns that look like references but are not: a constraint may name a deleted field, and users belong to identity. */
const noReferences = new Set(['user_id', 'created_by_user_id', 'context_name']);

/** Columns that may be references but are not listed in this file. */
export const unexplained = (columns: readonly string[]): string[] =>
  columns.filter(
    (column) =>
      /_(?:id|name|type)$|^(?:project|feature|environment|segment)$/.test(column) && !(column in references) && !noReferences.has(column),
  );

/** Returns violated invariants of the database while nothing is in progress, one sentence each. */
export const brokenIn = (tables: Tables): string[] => [
  ...orphans(tables),
  ...wrongEnvironments(tables),
  ...wrongCounts(tables),
  ...withoutEnvironment(tables),
  ...wrongDependencies(tables),
  ...wrongSegments(tables),
];

const rowsOf = (tables: Tables, table: string): readonly Row[] => tables.get(table) ?? [];

function orphans(tables: Tables): string[] {
  const keys = new Map<string, Set<unknown>>();
  const keysOf = (table: string, column: string) => {
    const known = keys.get(table) ?? new Set(rowsOf(tables, table).map((row) => row[column]));
    keys.set(table, known);
    return known;
  };
  return [...tables].flatMap(([table, rows]) =>
    exempt.has(table)
      ? []
      : rows.flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) => {
            const reference = references[column];
            if (!reference || value === null || keysOf(...reference).has(value)) return [];
            return [`${table} refers in ${column} to ${value}, which ${reference[0]} does not contain`];
          }),
        ),
  );
}

/** Each feature has settings in exactly the environments of its project. */
function wrongEnvironments(tables: Tables): string[] {
  const expected = Map.groupBy(rowsOf(tables, 'project_environment'), ({ project_id }) => project_id);
  const settings = Map.groupBy(rowsOf(tables, 'feature_environment'), ({ feature_name }) => feature_name);
  return rowsOf(tables, 'feature').flatMap(({ name, project_id }) => {
    const own = new Set((settings.get(name ?? null) ?? []).map(({ environment }) => environment));
    const theirs = new Set((expected.get(project_id ?? null) ?? []).map(({ environment }) => environment));
    const lost = [...theirs.difference(own)].map((environment) => `${name} has no settings in ${environment} of ${project_id}`);
    const beyond = [...own.difference(theirs)].map(
      (environment) => `${name} has settings in ${environment}, which ${project_id} does not use`,
    );
    return [...lost, ...beyond];
  });
}

const keyOf = ({ feature_name, environment }: Row) => `${feature_name} in ${environment}`;

function wrongCounts(tables: Tables): string[] {
  const strategies = Map.groupBy(rowsOf(tables, 'feature_strategy'), keyOf);
  return rowsOf(tables, 'feature_environment').flatMap((settings) => {
    const own = strategies.get(keyOf(settings)) ?? [];
    const enabled = own.filter(({ disabled }) => !disabled).length;
    if (settings['enabled'] && enabled === 0) return [`${keyOf(settings)} is on without a strategy`];
    if (settings['strategy_count'] === own.length && settings['enabled_strategy_count'] === enabled) return [];
    return [`${keyOf(settings)} counts ${settings['strategy_count']} strategies of ${own.length}`];
  });
}

function withoutEnvironment(tables: Tables): string[] {
  const using = new Set(rowsOf(tables, 'project_environment').map(({ project_id }) => project_id));
  return rowsOf(tables, 'project').flatMap(({ id }) => (using.has(id ?? null) ? [] : [`${id} uses no environment`]));
}

/** Both ends are active features of one project, and a parent is not a child itself. */
function wrongDependencies(tables: Tables): string[] {
  const features = new Map(rowsOf(tables, 'feature').map((row) => [row['name'], row]));
  const dependencies = rowsOf(tables, 'feature_dependency');
  const children = new Set(dependencies.map(({ child }) => child));
  return dependencies.flatMap(({ child, parent }) => {
    const ends = [features.get(child ?? null), features.get(parent ?? null)];
    if (ends.some((end) => end?.['archived_at'])) return [`${child} depends on ${parent}, but one of them is archived`];
    if (ends[0]?.['project_id'] !== ends[1]?.['project_id']) return [`${child} depends on ${parent}, which is in another project`];
    return children.has(parent ?? null) ? [`${child} depends on ${parent}, which depends on another`] : [];
  });
}

/** A strategy uses segments of its own project, or global ones. Segments of default strategies are in their JSON. */
function wrongSegments(tables: Tables): string[] {
  const owners = new Map(rowsOf(tables, 'segment').map(({ id, project_id }) => [Number(id), project_id]));
  const projects = new Map(rowsOf(tables, 'feature').map(({ name, project_id }) => [name, project_id]));
  const uses = [
    ...rowsOf(tables, 'feature_strategy_segment').map(({ feature_name, segment_id }) => ({
      user: String(feature_name),
      project: projects.get(feature_name ?? null),
      id: Number(segment_id),
    })),
    ...rowsOf(tables, 'project_environment').flatMap(({ project_id, environment, default_strategy }) =>
      segmentsOf(default_strategy ?? null).map((id) => ({
        user: `the default of ${project_id} in ${environment}`,
        project: project_id,
        id,
      })),
    ),
  ];
  return uses.flatMap(({ user, project, id }) => {
    if (!owners.has(id)) return [`${user} uses the deleted segment ${id}`];
    const owner = owners.get(id);
    return owner && owner !== project ? [`${user} uses the segment ${id} of ${owner}`] : [];
  });
}

const segmentsOf = (text: Row[string] | null): number[] =>
  text ? ((JSON.parse(String(text)) as { segments?: number[] } | null)?.segments ?? []) : [];
