import { isDeepStrictEqual } from 'node:util';
import { featureCleanupReady } from '@signalbox/contracts';
import { chunksOf, type Context, hourMs, job, type OpenContext } from '@signalbox/kit';
import { mergeRows, projectionOfAll } from '@signalbox/table';
import { featureVerdictTable } from '../../tables/cleanup.ts';
import { tablesOf } from '../../tables/tables.ts';
import { assessFeatures } from './assess-features.ts';
import type { CleanupVerdict } from './cleanup.schema.ts';

const featuresPerUnit = 200;

export const storeVerdictsJob = job({
  name: 'store-verdicts',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => storeVerdicts(context),
});

/** Judges all active features again, for lists and events. Requests for one feature judge it at once. */
async function storeVerdicts(context: OpenContext): Promise<void> {
  const active = tablesOf(context.em).selectFrom('feature').where('archived_at', 'is', null);
  const rows = await active.select(['name', 'project_id']).orderBy('name').execute();
  for (const [project, own] of Map.groupBy(rows, (row) => row.project_id))
    for (const some of chunksOf(own, featuresPerUnit))
      await context.write((work) =>
        storeVerdictsOf(
          work,
          project,
          some.map(({ name }) => name),
        ),
      );
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
