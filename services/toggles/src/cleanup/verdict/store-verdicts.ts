import { isDeepStrictEqual } from 'node:util';
import { featureCleanupReady } from '@signalbox/contracts';
import { chunksOf, type Context, type EntityManager, hourMs, job, type OpenContext, slot, yieldToOthers } from '@signalbox/kit';
import { mergeRows, projectionOfAll } from '@signalbox/table';
import type { CleanupVerdict } from '../../reading/search/search.schema.ts';
import type { IndexState } from '../../reading/feature-index/index-state.ts';
import { featureVerdictTable } from '../../tables/cleanup.ts';
import { tablesOf } from '../../tables/tables.ts';
import { assessFeatures } from './assess-features.ts';
import { type Changed, changedSince } from './changed-since.ts';
import type { Cleanup } from './cleanup.schema.ts';
import type { FactsContext } from './read-facts.ts';

/** Bounds how long one step occupies the process, and one run the database. All features of a large instance take several runs. */
const [featuresPerStep, featuresPerRun] = [50, 500];

export const storeVerdictsJob = job<IndexState>({
  name: 'store-verdicts',
  everyMs: 10_000,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => storeVerdicts(context),
});

/** The last message that this process has read, when it last began to judge all features, and those that wait, the changed ones first. */
const progress = slot(() => ({ number: Number.NEGATIVE_INFINITY, completeAt: Number.NEGATIVE_INFINITY, waiting: new Set<string>() }));

/** Judges the features that changed since the last run, and all of them once an hour, because time changes verdicts too. */
async function storeVerdicts(context: OpenContext<IndexState>): Promise<void> {
  const last = context.slot(progress);
  const now = context.now().getTime();
  const upTo = await readLastMessage(context.em);
  const isDue = now - last.completeAt >= hourMs;
  if (isDue || upTo !== last.number) {
    const changed = isDue ? null : await changedSince(context.state.ownMessages, last.number, upTo);
    const active = await readActive(context.em, changed);
    // Features that wait longest go first, so that none waits forever where an hour is too short for all.
    const waiting = new Set(changed ? [...active, ...last.waiting] : [...last.waiting, ...active]);
    Object.assign(last, { number: upTo, waiting, ...(!changed && { completeAt: now }) });
  }
  const names = [...last.waiting].slice(0, featuresPerRun);
  for (const some of chunksOf(names, featuresPerStep)) {
    await judge(context, some);
    for (const name of some) last.waiting.delete(name);
    await yieldToOthers();
  }
}

/** Judges features outside a transaction, and those whose verdict differs again inside one. */
async function judge(context: OpenContext<IndexState>, names: readonly string[]): Promise<void> {
  const rows = await tablesOf(context.em).selectFrom('feature').where('name', 'in', names).select(['name', 'project_id']).execute();
  for (const [project, own] of Map.groupBy(rows, (row) => row.project_id)) {
    const ownNames = own.map(({ name }) => name);
    const differing = (await findDiffering(context, project, ownNames)).map(({ feature }) => feature);
    if (differing.length > 0) await context.write((work) => storeVerdictsOf(work, project, differing));
  }
}

async function readLastMessage(em: EntityManager): Promise<number> {
  const row = await tablesOf(em).selectFrom('counter').select('message').executeTakeFirst();
  return Number(row?.message ?? 0);
}

/** Not a valid name. */
const noName = '';

/** The names of active features: the changed ones, or all. */
async function readActive(em: EntityManager, changed: Changed | null): Promise<string[]> {
  const active = tablesOf(em).selectFrom('feature').where('archived_at', 'is', null).select('name').orderBy('name');
  const { features = [], projects = [] } = changed ?? {};
  const among = (names: Iterable<string>) => [...names, noName];
  const touched = active.where((row) => row.or([row('name', 'in', among(features)), row('project_id', 'in', among(projects))]));
  return (await (changed ? touched : active).execute()).map(({ name }) => name);
}

const isReady = (verdict: CleanupVerdict | undefined): verdict is 'remove-code' | 'archive' =>
  verdict === 'remove-code' || verdict === 'archive';

const complete = projectionOfAll(featureVerdictTable);
const rule = { key: ['feature_name'], merge: { verdict: 'replace', winner: 'replace', winner_since: 'replace' } } as const;

/** A new verdict, and the stored one, if any. */
interface Differing extends Cleanup {
  readonly before: CleanupVerdict | undefined;
}

/** Current verdicts that differ from the stored ones, or whose winner does. */
async function findDiffering(context: FactsContext, project: string, names: readonly string[]): Promise<Differing[]> {
  const stored = await complete.read(tablesOf(context.em).selectFrom('feature_verdict').where('feature_name', 'in', names));
  const before = new Map(stored.map((row) => [row.featureName, row]));
  const assessed = await assessFeatures(context, project, names);
  return assessed
    .filter((cleanup) => !isDeepStrictEqual(rowOf(cleanup), before.get(cleanup.feature)))
    .map((cleanup) => ({ ...cleanup, before: before.get(cleanup.feature)?.verdict }));
}

const rowOf = ({ feature: featureName, verdict, winner, winnerSince }: Cleanup) => ({
  featureName,
  verdict,
  winner,
  winnerSince: winnerSince === null ? null : new Date(winnerSince),
});

/** Stores the verdicts that changed. Emits an event when a feature becomes ready, or may be archived after its code is gone. */
export async function storeVerdictsOf(context: Context, project: string, names: readonly string[]): Promise<void> {
  const differing = await findDiffering(context, project, names);
  const rows = differing.map((cleanup) => complete.encode(rowOf(cleanup)));
  await mergeRows(context.em, 'feature_verdict', rule, rows);
  for (const { feature, verdict, before = 'keep', winner, reasons } of differing)
    if (isReady(verdict) && verdict !== before)
      context.publish(featureCleanupReady, {
        project,
        featureName: feature,
        data: { verdict, winner, reasons: [...new Set(reasons.map(({ code }) => code))] },
      });
}
