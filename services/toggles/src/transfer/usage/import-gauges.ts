import { DateTime, type ImpactReport, mapOf } from '@signalbox/contracts';
import { chunksOf, type Context } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { foldImpact } from '../../metric/store/fold-impact.ts';
import { addSeries, seriesPerUnit } from '../../metric/store/write-impact.ts';
import { tablesOf } from '../../tables/tables.ts';

/** A value of an impact metric. Only gauges can be imported: a repeated value replaces itself, while counts would add up. */
export const ImportedGauge = Type.Object({
  name: Type.String({ maxLength: 100, pattern: '^[a-zA-Z_:][a-zA-Z0-9_:]*$' }),
  help: Type.String({ maxLength: 255 }),
  environment: Type.String({ minLength: 1, maxLength: 100 }),
  labels: Type.Optional(mapOf(Type.String({ maxLength: 255 }), { maxProperties: 16 })),
  at: DateTime,
  value: Type.Number(),
});
type ImportedGauge = Static<typeof ImportedGauge>;

/** Returns the number of entries of known environments. */
export async function importGauges(context: Context, entries: readonly ImportedGauge[]): Promise<number> {
  const rows = await tablesOf(context.em).selectFrom('environment').select('name').execute();
  const environments = new Set(rows.map(({ name }) => name));
  const known = entries.filter(({ environment }) => environments.has(environment));
  for (const [environment, own] of Map.groupBy(known, (entry) => entry.environment))
    for (const some of chunksOf(foldImpact(own.map(reportOf)), seriesPerUnit)) await addSeries(context, environment, some);
  return known.length;
}

const reportOf = ({ name, help, environment, labels = {}, at, value }: ImportedGauge): ImpactReport => ({
  kind: 'impact',
  environment,
  at,
  metrics: [{ name, help, type: 'gauge', samples: [{ value, labels }] }],
});
