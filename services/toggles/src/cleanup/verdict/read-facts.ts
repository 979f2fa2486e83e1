import type { FeatureState } from '@signalbox/contracts';
import { compileFeature, constancyOf } from '@signalbox/engine';
import type { EntityManager, ReadContext } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { cleanupEnvironments } from '../../base/setting/limits.ts';
import { type Lifetimes, readLifetimes } from '../../feature/feature/potentially-stale.ts';
import { featureSnoozeTable, featureVerdictTable } from '../../tables/cleanup.ts';
import { releasePlanTable } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';
import { readFeatureStates } from '../../transfer/evaluation/feature-state.ts';
import { readSegmentStates } from '../../transfer/evaluation/segment-state.ts';
import type { EnvironmentFacts, Facts } from './judge-cleanup.ts';

/** The part of a context that reading facts needs. */
export type FactsContext = Pick<ReadContext, 'em' | 'settings' | 'now'>;

/** The facts of active features of one project, by name. Names of other features are left out. */
export async function readFacts(context: FactsContext, project: string, names: readonly string[]): Promise<Map<string, Facts>> {
  if (names.length === 0) return new Map();
  const { em } = context;
  const rows = await readFeatures(em, project, names);
  const environments = await readEnvironments(context, project, names);
  const references = await readReferences(em, names);
  const scans = await readScans(em, project);
  const [children, parents] = await readDependencies(em, names);
  const plans = await readPlans(em, names);
  const requests = await readRequests(em, names);
  const snoozes = await readSnoozes(em, names);
  const changes = await readChanges(em, [...names, ...parents.values()]);
  const lifetimes = await readLifetimes(em);
  const last = await readLast(em, names);
  return new Map(
    rows.map((row) => {
      const { name } = row;
      const changedAt = Math.max(Number(row.created_at), ...[name, parents.get(name) ?? ''].map((one) => changes.get(one) ?? 0));
      const facts: Facts = {
        feature: name,
        ...timesOf(row, lifetimes),
        changedAt,
        last: last.get(name) ?? null,
        environments: environments.get(name) ?? [],
        references: references.get(name) ?? { count: 0, extinctSince: null },
        scans,
        children: children.get(name) ?? [],
        plans: plans.get(name) ?? [],
        requests: requests.get(name) ?? [],
        snooze: snoozes.get(name) ?? null,
      };
      return [name, facts];
    }),
  );
}

type FeatureRow = Awaited<ReturnType<typeof readFeatures>>[number];

const readFeatures = (em: EntityManager, project: string, names: readonly string[]) =>
  tablesOf(em)
    .selectFrom('feature')
    .where('name', 'in', names)
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .select(['name', 'type', 'created_at', 'completed_at', 'stale', 'live_at'])
    .orderBy('name')
    .execute();

const timesOf = (row: FeatureRow, lifetimes: Lifetimes) => ({
  createdAt: Number(row.created_at),
  completedAt: row.completed_at === null ? null : Number(row.completed_at),
  stale: Number(row.stale) === 1,
  wasLive: row.live_at !== null,
  lifetimeDays: lifetimes.get(row.type) ?? null,
});

/** The features in each environment of the project, judged by the state that applications receive. */
async function readEnvironments(
  context: FactsContext,
  project: string,
  names: readonly string[],
): Promise<Map<string, EnvironmentFacts[]>> {
  const { em, settings } = context;
  const states = await readFeatureStates(em, names);
  const known = new Set(names);
  const parents = states.flatMap(({ dependencies }) => dependencies.flatMap(({ feature }) => (known.has(feature) ? [] : feature)));
  const all = [...states, ...(await readFeatureStates(em, [...new Set(parents)]))];
  const segments = new Map((await readSegmentStates(context, segmentsIn(all))).map((segment) => [segment.id, segment]));
  const used = await readUsed(em, project);
  const seen = await readSeen(em, names);
  const deciding = settings.get(cleanupEnvironments);
  const hasDeciding = used.some(({ type }) => deciding.includes(type));
  const found = new Map<string, EnvironmentFacts[]>(names.map((name) => [name, []]));
  for (const { environment, type } of used) {
    const decides = !hasDeciding || deciding.includes(type);
    const features = new Map(all.map((state) => [state.name, compileFeature(state, environment, segments)]));
    for (const name of names) {
      const feature = features.get(name);
      if (!feature) continue;
      const constancy = constancyOf(feature, features, context.now());
      const lastSeen = seen.get(compositeKey(name, environment)) ?? null;
      found.get(name)?.push({ environment, decides, constancy, lastSeen });
    }
  }
  return found;
}

/** Ids of the segments that enabled strategies use. */
function segmentsIn(states: readonly FeatureState[]): number[] {
  const environments = states.flatMap((state) => Object.values(state.environments));
  return [...new Set(environments.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments)))];
}

const readUsed = (em: EntityManager, project: string) =>
  tablesOf(em)
    .selectFrom('project_environment')
    .innerJoin('environment', 'environment.name', 'project_environment.environment')
    .where('project_id', '=', project)
    .select(['environment.name as environment', 'environment.type'])
    .orderBy('environment.sort_order')
    .orderBy('environment.name')
    .execute();

async function readSeen(em: EntityManager, names: readonly string[]): Promise<Map<string, number>> {
  const seen = tablesOf(em).selectFrom('feature_environment').where('feature_name', 'in', names).where('last_seen_at', 'is not', null);
  const rows = await seen.select(['feature_name', 'environment', 'last_seen_at']).execute();
  return new Map(rows.map((row) => [compositeKey(row.feature_name, row.environment), Number(row.last_seen_at)]));
}

/** Counts references of all projects, because a feature may have been moved after the scan. */
async function readReferences(em: EntityManager, names: readonly string[]) {
  const rows = await tablesOf(em)
    .selectFrom('code_use')
    .where('feature_name', 'in', names)
    .groupBy('feature_name')
    .select(['feature_name', ({ fn }) => fn.sum<number>('location_count').as('count'), ({ fn }) => fn.max('extinct_since').as('extinct')])
    .execute();
  return new Map(
    rows.map((row) => [row.feature_name, { count: Number(row.count), extinctSince: row.extinct === null ? null : Number(row.extinct) }]),
  );
}

async function readScans(em: EntityManager, project: string): Promise<Facts['scans']> {
  const row = await tablesOf(em)
    .selectFrom('code_branch')
    .where('project_id', '=', project)
    .select(({ fn }) => [fn.count<number>('repository').distinct().as('repositories'), fn.max<number | null>('scanned_at').as('last')])
    .executeTakeFirstOrThrow();
  return { repositories: Number(row.repositories), lastScan: row.last === null ? null : Number(row.last) };
}

/** Active children by parent, and parents by child. */
async function readDependencies(em: EntityManager, names: readonly string[]) {
  const rows = await tablesOf(em)
    .selectFrom('feature_dependency')
    .innerJoin('feature', 'feature.name', 'feature_dependency.child')
    .where('archived_at', 'is', null)
    .where((row) => row.or([row('parent', 'in', names), row('child', 'in', names)]))
    .select(['parent', 'child'])
    .orderBy('child')
    .execute();
  const children = Map.groupBy(rows, ({ parent }) => parent);
  return [
    new Map([...children].map(([parent, own]) => [parent, own.map(({ child }) => child)])),
    new Map(rows.map(({ child, parent }) => [child, parent])),
  ] as const;
}

const runningPlan = new Projection(releasePlanTable, ['featureName', 'environment', 'name', 'milestones', 'activeMilestoneId']);

/** Releases that have not reached their last milestone. */
async function readPlans(em: EntityManager, names: readonly string[]) {
  const plans = await runningPlan.read(tablesOf(em).selectFrom('release_plan').where('feature_name', 'in', names));
  return Map.groupBy(
    plans.filter(({ milestones, activeMilestoneId }) => milestones.at(-1)?.id !== activeMilestoneId),
    ({ featureName }) => featureName,
  );
}

/** Open change requests, without drafts: only their authors see these. */
async function readRequests(em: EntityManager, names: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await tablesOf(em)
    .selectFrom('proposed_change')
    .innerJoin('open_proposal', 'open_proposal.id', 'proposal_id')
    .where('feature_name', 'in', names)
    .where('draft', '=', 0)
    .select(['feature_name', 'proposal_id'])
    .distinct()
    .orderBy('proposal_id')
    .execute();
  const grouped = Map.groupBy(rows, (row) => row.feature_name);
  return new Map([...grouped].map(([name, own]) => [name, own.map((row) => row.proposal_id)]));
}

const storedSnooze = new Projection(featureSnoozeTable, ['featureName', 'until', 'reason', 'createdBy']);

async function readSnoozes(em: EntityManager, names: readonly string[]) {
  const rows = await storedSnooze.read(tablesOf(em).selectFrom('feature_snooze').where('feature_name', 'in', names));
  return new Map(rows.map(({ featureName, until, ...rest }) => [featureName, { ...rest, until: until.toISOString() }]));
}

/** The last change of each feature by a user. */
async function readChanges(em: EntityManager, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .where('feature_name', 'in', names)
    .groupBy('feature_name')
    .select(['feature_name', ({ fn }) => fn.max('changed_at').as('at')])
    .execute();
  return new Map(rows.map((row) => [row.feature_name, Number(row.at)]));
}

const storedWinner = new Projection(featureVerdictTable, ['featureName', 'winner', 'winnerSince']);

async function readLast(em: EntityManager, names: readonly string[]): Promise<Map<string, Facts['last']>> {
  const rows = await storedWinner.read(tablesOf(em).selectFrom('feature_verdict').where('feature_name', 'in', names));
  return new Map(rows.map(({ featureName, winner, winnerSince }) => [featureName, { winner, since: winnerSince?.getTime() ?? null }]));
}
