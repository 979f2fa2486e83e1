import type { Context, EntityManager } from '@signalbox/kit';
import { writeInChunks } from '../base/database/in-chunks.ts';
import { countStrategies } from '../feature/strategy/count-strategies.ts';
import { addPlan } from '../release/plan/add-plan.ts';
import { contentOfPlan } from '../release/plan/plan-content.ts';
import { ReleasePlan } from '../release/plan/plan.ts';
import { EnvironmentSafeguards } from '../release/safeguard/environment-safeguards.ts';
import { copySafeguards } from '../release/safeguard/replace-safeguards.ts';
import { tablesOf } from '../tables/tables.ts';

interface Direction {
  readonly from: string;
  readonly to: string;
}

/**
 * Copies release plans and safeguards of the projects' active features to an environment that has their other settings. Emits no events, as
 * for the other settings. Plans start their active milestone again.
 */
export async function copyReleases(context: Context, projects: readonly string[], { from, to }: Direction): Promise<void> {
  const { em } = context;
  const silent: Context = { ...context, publish: () => undefined };
  const plans = await featuresWith(em, 'release_plan', projects, from);
  await writeInChunks(context, plans, async (features) => {
    const names = features.map(({ name }) => name);
    await countStrategies(em, names, [to]); // The copied numbers contain the strategies of milestones.
    const found = new Map(
      (await em.find(ReleasePlan, { featureName: { $in: names }, environment: from })).map((plan) => [plan.featureName, plan]),
    );
    for (const { name: featureName, projectId, archivedAt } of features) {
      const plan = archivedAt === null ? found.get(featureName) : undefined;
      if (plan) await addPlan(silent, { projectId, featureName, environment: to }, contentOfPlan(plan));
    }
  });
  const guards = await featuresWith(em, 'environment_safeguards', projects, from);
  await writeInChunks(context, guards, async (features) => {
    const names = features.map(({ name }) => name);
    const found = await em.find(EnvironmentSafeguards, { featureName: { $in: names }, environment: from });
    const safeguards = new Map(found.map((row) => [row.featureName, row.safeguards]));
    for (const { name: featureName, projectId } of features.filter(({ archivedAt }) => archivedAt === null))
      await copySafeguards(silent, { projectId, featureName, environment: to }, safeguards.get(featureName) ?? []);
  });
}

/** The features with a row in the table, sorted by name. */
const featuresWith = (
  em: EntityManager,
  table: 'release_plan' | 'environment_safeguards',
  projects: readonly string[],
  environment: string,
) =>
  tablesOf(em)
    .selectFrom('feature')
    .where('project_id', 'in', [...projects])
    .where('name', 'in', (query) => query.selectFrom(table).select('feature_name').where('environment', '=', environment))
    .orderBy('name')
    .select(['name', 'project_id as projectId', 'archived_at as archivedAt'])
    .execute();
