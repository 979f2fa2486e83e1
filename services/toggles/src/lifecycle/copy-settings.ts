import { yieldToOthers } from '@signalbox/kit';
import type { Context, EntityManager } from '@signalbox/kit';
import { type Tables, tablesOf } from '../tables/tables.ts';
import { perStatement } from '../base/database/in-chunks.ts';
import { copyReleases } from './copy-releases.ts';

type StrategyRow = Tables['feature_strategy'];

interface Direction {
  readonly from: string;
  readonly to: string;
}

/** Copies the settings of the projects' features from one environment to another: switches, variants, strategies and releases. */
export async function copySettings(context: Context, projects: readonly string[], direction: Direction): Promise<void> {
  const { em } = context;
  await copySwitches(em, projects, direction);
  let after = '';
  for (;;) {
    const rows = await readStrategies(em, projects, direction.from, after);
    await insertCopies(context, rows, direction.to);
    if (rows.length < perStatement) break;
    after = rows.at(-1)?.id ?? '';
    await yieldToOthers();
  }
  await copyReleases(context, projects, direction);
}

async function copySwitches(em: EntityManager, projects: readonly string[], { from, to }: Direction): Promise<void> {
  await tablesOf(em)
    .insertInto('feature_environment')
    .columns(['feature_name', 'environment', 'enabled', 'variants', 'strategy_count', 'enabled_strategy_count'])
    .expression((build) =>
      build
        .selectFrom('feature_environment as source')
        .innerJoin('feature', 'feature.name', 'source.feature_name')
        .where('source.environment', '=', from)
        .where('feature.project_id', 'in', [...projects])
        .select(['source.feature_name', build.val(to).as('environment'), 'source.enabled', 'source.variants'])
        .select(['source.strategy_count', 'source.enabled_strategy_count']),
    )
    .execute();
}

function readStrategies(em: EntityManager, projects: readonly string[], environment: string, after: string): Promise<StrategyRow[]> {
  return tablesOf(em)
    .selectFrom('feature_strategy')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('environment', '=', environment)
    .where('feature.project_id', 'in', [...projects])
    .where('id', '>', after)
    .where('milestone_id', 'is', null)
    .selectAll('feature_strategy')
    .orderBy('id')
    .limit(perStatement)
    .execute();
}

async function insertCopies(context: Context, rows: readonly StrategyRow[], environment: string): Promise<void> {
  if (rows.length === 0) return;
  const tables = tablesOf(context.em);
  const ids = new Map(rows.map(({ id }) => [id, context.id()]));
  const copyOf = (id: string) => ids.get(id) ?? id;
  await tables
    .insertInto('feature_strategy')
    .values(rows.map((row) => ({ ...row, id: copyOf(row.id), environment })))
    .execute();
  const own = [...ids.keys()];
  const segments = await tables.selectFrom('feature_strategy_segment').selectAll().where('strategy_id', 'in', own).execute();
  const named = await tables.selectFrom('strategy_context').selectAll().where('strategy_id', 'in', own).execute();
  const ofCopy = <Row extends { strategy_id: string }>(row: Row): Row => ({ ...row, strategy_id: copyOf(row.strategy_id) });
  if (segments.length > 0) await tables.insertInto('feature_strategy_segment').values(segments.map(ofCopy)).execute();
  if (named.length > 0) await tables.insertInto('strategy_context').values(named.map(ofCopy)).execute();
}
