import { LockMode } from '@mikro-orm/core';
import { codeReferencesUpdated, Failure } from '@signalbox/contracts';
import { type Context, dayMs, type EntityManager, route } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import type { Static } from 'typebox';
import { eachChunk } from '../../base/database/in-chunks.ts';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { findProject } from '../../project/project/project.ts';
import { type CodeLocation, codeUseTable } from '../../tables/code.ts';
import { tablesOf } from '../../tables/tables.ts';
import { CodeBranch } from './code-branch.ts';
import { refuseUnsafeTemplate } from './link-of.ts';
import { branchParams, UploadedReferences, UploadReferences } from './references.schema.ts';

export const uploadReferencesRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/code-references/:repository/branches/:branch',
    summary: 'Replace the references to features in the code of a branch; an empty list clears them',
    permission: 'UPDATE_CODE_REFERENCES',
    scope: 'project of the path',
    params: branchParams,
    body: UploadReferences,
    answers: { 200: UploadedReferences },
    failures: ['BadDataError', 'NotFoundError', 'ConflictError'],
    events: [codeReferencesUpdated],
  },
  ({ params, body }, context) => uploadReferences(context, params, body),
);

type Key = Static<typeof branchParams>;
type Locations = ReadonlyMap<string, readonly CodeLocation[]>;

/** Publishes an event only if the features or the number of references differ from those of the last scan. */
async function uploadReferences(context: Context, key: Key, body: UploadReferences): Promise<Static<typeof UploadedReferences>> {
  if (body.urlTemplate) refuseUnsafeTemplate(body.urlTemplate);
  await findProject(context, key.projectId);
  const branch = await openBranch(context, key, body);
  const { own, otherProjects, unknown } = await divideNames(context, key.projectId, new Set(body.references.map(({ feature }) => feature)));
  const locations = locationsOf(body, own);
  const before = await readCounts(context.em, branch.id);
  await writeLocations(context, branch, locations);
  const gone = [...before.keys()].filter((name) => !locations.has(name));
  await endUses(context, branch, gone);
  const counts = { references: sumOf([...locations.values()].map(({ length }) => length)), features: locations.size };
  const appeared = [...locations.keys()].filter((name) => !before.has(name)).length;
  const { repository, branch: name, commit } = branch;
  if (appeared + gone.length > 0 || counts.references !== sumOf([...before.values()]))
    context.publish(codeReferencesUpdated, {
      project: key.projectId,
      data: { repository, branch: name, commit, ...counts, appeared, disappeared: gone.length },
    });
  return { ...counts, unknown, otherProjects };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Locks the branch with the facts of the new scan. Of two first scans at once, one is refused by the unique index. */
async function openBranch(context: Context, { projectId, repository, branch }: Key, body: UploadReferences): Promise<CodeBranch> {
  const { em, now, id } = context;
  const { commit, sequence, urlTemplate = null } = body;
  const scannedAt = new Date(Math.min(Date.parse(body.scannedAt), now().getTime()));
  const key = { project: projectId, repository, branch };
  const stored = await em.findOne(CodeBranch, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (stored && sequence < stored.sequence)
    throw new Failure('ConflictError', `A later scan is stored: its sequence is ${stored.sequence}; got ${sequence}.`);
  if (!stored) await makeRoom(context, projectId, repository);
  const scan = { commit, sequence, scannedAt, urlTemplate };
  const opened = stored ? Object.assign(stored, scan) : em.create(CodeBranch, { id: ulidOf(id()), ...key, ...scan });
  await em.flush();
  return opened;
}

const maxRepositories = 200;
const maxBranches = 50;
const unscannedDays = 14;

/** Deletes branches of the repository that are no longer scanned. Throws 400 if the project or the repository is full. */
async function makeRoom({ em, now }: Context, project: string, repository: string): Promise<void> {
  await em.nativeDelete(CodeBranch, { project, repository, scannedAt: { $lt: new Date(now().getTime() - unscannedDays * dayMs) } });
  if ((await em.count(CodeBranch, { project, repository })) >= maxBranches)
    throw badValue('branch', `must be one of the ${maxBranches} branches of ${repository} that were scanned within ${unscannedDays} days`);
  const known = await tablesOf(em).selectFrom('code_branch').where('project_id', '=', project).select('repository').distinct().execute();
  if (known.length >= maxRepositories && !known.some((row) => row.repository === repository))
    throw badValue('repository', `must be one of the ${maxRepositories} repositories of project ${project}; remove one first`);
}

/** Divides names into features of the project, visible ones of other projects, and others. */
async function divideNames({ em, actor, access }: Context, project: string, names: ReadonlySet<string>) {
  const projects = new Map<string, string>();
  await eachChunk([...names], async (some) => {
    const rows = await tablesOf(em).selectFrom('feature').where('name', 'in', some).select(['name', 'project_id']).execute();
    for (const row of rows) projects.set(row.name, row.project_id);
  });
  const kindOf = (name: string) => {
    const of = projects.get(name);
    if (of === project) return 'own';
    return of !== undefined && access.sees(actor, of) ? 'otherProjects' : 'unknown';
  };
  const { own = [], otherProjects = [], unknown = [] } = Object.groupBy([...names].sort(), kindOf);
  return { own: new Set(own), otherProjects, unknown };
}

const byLocation = (one: CodeLocation, other: CodeLocation): number =>
  one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1;

function locationsOf({ references }: UploadReferences, names: ReadonlySet<string>): Locations {
  const own = Map.groupBy(
    references.filter(({ feature }) => names.has(feature)),
    ({ feature }) => feature,
  );
  return new Map(
    [...names].map((name) => [name, (own.get(name) ?? []).map(({ feature: _, ...location }) => location).toSorted(byLocation)]),
  );
}

/** The number of locations of each feature that the branch uses. */
async function readCounts(em: EntityManager, branchId: string): Promise<Map<string, number>> {
  const used = tablesOf(em).selectFrom('code_use').where('branch_id', '=', branchId).where('location_count', '>', 0);
  const rows = await used.select(['feature_name', 'location_count']).execute();
  return new Map(rows.map((row) => [row.feature_name, row.location_count]));
}

const useRule = {
  key: ['branch_id', 'feature_name'],
  merge: { locations: 'replace', location_count: 'replace', file_count: 'replace', last_seen: 'replace', extinct_since: 'replace' },
} as const;

async function writeLocations({ em }: Context, { id, scannedAt }: CodeBranch, uses: Locations): Promise<void> {
  const seen = scannedAt.getTime();
  await eachChunk([...uses], (some) => {
    const rows = some.map(([feature_name, locations]) => ({
      branch_id: id,
      feature_name,
      locations: codeUseTable.columns.locations.codec.encode(locations),
      location_count: locations.length,
      file_count: new Set(locations.map(({ path }) => path)).size,
      first_seen: seen,
      last_seen: seen,
      extinct_since: null,
    }));
    return mergeRows(em, 'code_use', useRule, rows);
  });
}

/** The features are gone from the branch. */
async function endUses({ em }: Context, { id, scannedAt }: CodeBranch, names: readonly string[]): Promise<void> {
  const ended = {
    locations: codeUseTable.columns.locations.codec.encode([]),
    location_count: 0,
    file_count: 0,
    extinct_since: scannedAt.getTime(),
  };
  await eachChunk(names, (some) =>
    tablesOf(em).updateTable('code_use').set(ended).where('branch_id', '=', id).where('feature_name', 'in', some).execute(),
  );
}
