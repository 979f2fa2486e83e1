import { ImpactReport, MetricsCount, RegisterCount, validator } from '@signalbox/contracts';
import type { CountConsumer, EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { writeImpact } from '../../metric/store/write-impact.ts';
import type { UsageState } from './feature-usage.ts';
import { foldCounts } from './fold-counts.ts';
import { writeCounts } from './write-counts.ts';
import { writeApplications } from './write-applications.ts';

/** The environments that counts may name. Applications that choose their environment could invent one. */
async function readEnvironmentNames(em: EntityManager): Promise<ReadonlySet<string>> {
  const rows = await tablesOf(em).selectFrom('environment').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

const isMetrics = validator(MetricsCount);
const isRegister = validator(RegisterCount);
const isImpact = validator(ImpactReport);

/** Stores the counts of applications, their running instances and their impact metrics. */
export const onUsageCounted: CountConsumer<UsageState> = {
  queue: 'toggles.usage',
  async take(bodies, context) {
    const metrics = bodies.filter(isMetrics);
    const registers = bodies.filter(isRegister);
    const environments = await readEnvironmentNames(context.em);
    await writeCounts(context, foldCounts(metrics), environments);
    await writeApplications(context, { metrics, registers }, environments);
    await writeImpact(context, bodies.filter(isImpact), environments);
  },
};
