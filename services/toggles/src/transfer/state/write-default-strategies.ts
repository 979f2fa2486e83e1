import type { Context, EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { appendDefaultStrategies } from '../../feature/activation/append-default-strategy.ts';
import { tablesOf } from '../../tables/tables.ts';

/** A new feature that is on gets an enabled strategy, because without one it would be on for everyone. */
export async function writeDefaultStrategies(context: Context, created: ReadonlySet<string>): Promise<void> {
  await writeInChunks(context, [...created], async (chunk) => {
    const bare = await readBare(context.em, chunk);
    for (const keys of Map.groupBy(bare, ({ project, environment }) => compositeKey(project, environment)).values())
      await appendDefaultStrategies(context, keys);
  });
}

/** The environments in which features are on without an enabled strategy. */
const readBare = (em: EntityManager, featureNames: readonly string[]) =>
  tablesOf(em)
    .selectFrom('feature_environment')
    .innerJoin('feature', 'feature.name', 'feature_environment.feature_name')
    .where('feature.name', 'in', [...featureNames])
    .where('enabled', '=', 1)
    .where('enabled_strategy_count', '=', 0)
    .select(['feature.project_id as project', 'environment', 'feature.name as featureName'])
    .orderBy('feature.name')
    .orderBy('environment')
    .execute();
