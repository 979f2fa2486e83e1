import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Context, EntityManager } from '@signalbox/kit';

interface StrategyRow {
  id: string;
  feature_name: string;
  environment: string;
  strategy_name: string;
  title: string | null;
  disabled: number;
  sort_order: number;
  parameters: string;
  constraints: string;
  variants: string;
  created_at: number;
}

interface Tables {
  feature: { name: string; project_id: string };
  feature_environment: { feature_name: string; environment: string; enabled: number; variants: string };
  feature_strategy: StrategyRow;
  feature_strategy_segment: { strategy_id: string; segment_id: number; feature_name: string };
  strategy_context: { strategy_id: string; context_name: string };
}

const rowsAtOnce = 250;

interface Direction {
  readonly from: string;
  readonly to: string;
}

/** Gives the features of these projects in one environment what they have in another: switches, variants, strategies. */
export async function copySettings(context: Context, projects: readonly string[], direction: Direction): Promise<void> {
  const { em } = context;
  await copySwitches(em, projects, direction);
  let after = '';
  for (;;) {
    const rows = await readStrategies(em, projects, direction.from, after);
    await insertCopies(context, rows, direction.to);
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id ?? '';
    await letOthersRun();
  }
}

async function copySwitches(em: EntityManager, projects: readonly string[], { from, to }: Direction): Promise<void> {
  await em
    .getKysely<Tables>()
    .insertInto('feature_environment')
    .columns(['feature_name', 'environment', 'enabled', 'variants'])
    .expression((build) =>
      build
        .selectFrom('feature_environment as source')
        .innerJoin('feature', 'feature.name', 'source.feature_name')
        .where('source.environment', '=', from)
        .where('feature.project_id', 'in', [...projects])
        .select(['source.feature_name', build.val(to).as('environment'), 'source.enabled', 'source.variants']),
    )
    .execute();
}

function readStrategies(em: EntityManager, projects: readonly string[], environment: string, after: string): Promise<StrategyRow[]> {
  return em
    .getKysely<Tables>()
    .selectFrom('feature_strategy')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('environment', '=', environment)
    .where('feature.project_id', 'in', [...projects])
    .where('id', '>', after)
    .selectAll('feature_strategy')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
}

async function insertCopies(context: Context, rows: readonly StrategyRow[], environment: string): Promise<void> {
  if (rows.length === 0) return;
  const db = context.em.getKysely<Tables>();
  const ids = new Map(rows.map(({ id }) => [id, context.id()]));
  const copyOf = (id: string) => ids.get(id) ?? id;
  await db
    .insertInto('feature_strategy')
    .values(rows.map((row) => ({ ...row, id: copyOf(row.id), environment })))
    .execute();
  const own = [...ids.keys()];
  const segments = await db.selectFrom('feature_strategy_segment').selectAll().where('strategy_id', 'in', own).execute();
  const named = await db.selectFrom('strategy_context').selectAll().where('strategy_id', 'in', own).execute();
  const ofCopy = <Row extends { strategy_id: string }>(row: Row): Row => ({ ...row, strategy_id: copyOf(row.strategy_id) });
  if (segments.length > 0) await db.insertInto('feature_strategy_segment').values(segments.map(ofCopy)).execute();
  if (named.length > 0) await db.insertInto('strategy_context').values(named.map(ofCopy)).execute();
}
