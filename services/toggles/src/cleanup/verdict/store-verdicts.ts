import { isDeepStrictEqual } from 'node:util';
import { featureCleanupReady } from '@signalbox/contracts';
import { chunksOf, type Context, type EntityManager, hourMs, job, type OpenContext, slot } from '@signalbox/kit';
import { mergeRows, projectionOfAll } from '@signalbox/table';
import type { CleanupVerdict } from '../../reading/search/search.schema.ts';
import type { IndexState } from '../../reading/feature-index/index-state.ts';
import { featureVerdictTable } from '../../tables/cleanup.ts';
import { tablesOf } from '../../tables/tables.ts';
import { assessFeatures } from './assess-features.ts';
import { type Changed, changedSince } from './changed-since.ts';

const featuresPerUnit = 200;

export const storeVerdictsJob = job<IndexState>({
  name: 'store-verdicts',
  everyMs: 10_000,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => storeVerdicts(context),
});

/** The last run of this process: the last message that it read, and when it last judged everything. */
const lastRun = slot(() => ({ number: Number.NEGATIVE_INFINITY, completeAt: Number.NEGATIVE_INFINITY }));

/** Judges the features that changed since the last run, and all of them once an hour, because time changes verdicts too. */
async function storeVerdicts(context: OpenContext<IndexState>): Promise<void> {
  const last = context.slot(lastRun);
  const now = context.now().getTime();
  const upTo = await readLastMessage(context.em);
  const isDue = now - last.completeAt >= hourMs;
  if (!isDue && upTo === last.number) return;
  const changed = isDue ? null : await changedSince(context.state.ownMessages, last.number, upTo);
  for (const [project, names] of await readActive(context.em, changed))
    for (const some of chunksOf(names, featuresPerUnit)) await context.write((work) => storeVerdictsOf(work, project, some));
  Object.assign(last, { number: upTo, ...(!changed && { completeAt: now }) });
}

async function readLastMessage(em: EntityManager): Promise<number> {
  const row = await tablesOf(em).selectFrom('counter').select('message').executeTakeFirst();
  return Number(row?.message ?? 0);
}

/** Not a valid name. */
const noName = '';

/** The names of active features by project: the changed ones, or all. */
async function readActive(em: EntityManager, changed: Changed | null): Promise<Map<string, string[]>> {
  const active = tablesOf(em).selectFrom('feature').where('archived_at', 'is', null).select(['name', 'project_id']).orderBy('name');
  const { features = [], projects = [] } = changed ?? {};
  const among = (names: Iterable<string>) => [...names, noName];
  const touched = active.where((row) => row.or([row('name', 'in', among(features)), row('project_id', 'in', among(projects))]));
  const rows = await (changed ? touched : active).execute();
  return new Map([...Map.groupBy(rows, (row) => row.project_id)].map(([project, own]) => [project, own.map(({ name }) => name)]));
}

const isReady = (verdict: CleanupVerdict | undefined): verdict is 'remove-code' | 'archive' =>
  verdict === 'remove-code' || verdict === 'archive';

const complete = projectionOfAll(featureVerdictTable);
const rule = { key: ['feature_name'], merge: { verdict: 'replace', winner: 'replace', winner_since: 'replace' } } as const;

/** Stores the verdicts that changed. Emits an event when a feature becomes ready, or may be archived after its code is gone. */
export async function storeVerdictsOf(context: Context, project: string, names: readonly string[]): Promise<void> {
  const { em } = context;
  const stored = await complete.read(tablesOf(em).selectFrom('feature_verdict').where('feature_name', 'in', names));
  const before = new Map(stored.map((row) => [row.featureName, row]));
  const assessed = await assessFeatures(context, project, names);
  const rows = assessed.map(({ feature: featureName, verdict, winner, winnerSince }) => ({
    featureName,
    verdict,
    winner,
    winnerSince: winnerSince === null ? null : new Date(winnerSince),
  }));
  const written = rows.filter((row) => !isDeepStrictEqual(row, before.get(row.featureName))).map((row) => complete.encode(row));
  await mergeRows(em, 'feature_verdict', rule, written);
  const changed = assessed.filter(({ feature, verdict }) => verdict !== (before.get(feature)?.verdict ?? 'keep'));
  for (const { feature, verdict, winner, reasons } of changed)
    if (isReady(verdict))
      context.publish(featureCleanupReady, {
        project,
        featureName: feature,
        data: { verdict, winner, reasons: [...new Set(reasons.map(({ code }) => code))] },
      });
}
