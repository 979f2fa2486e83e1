import { DateTime } from '@signalbox/contracts';
import { compareTexts, type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { readHourlyTotals } from './application-usage.ts';
import { applicationParams } from './application.schema.ts';
import { readRequestedFeatures } from './requested-features.ts';
import { readInstances, type StoredInstance } from './instance.ts';
import { isOutdated } from './outdated-sdk.ts';
import { readUnknownOf } from './list-unknown-flags.ts';
import { findApplication, readProjectsOf } from './visible-application.ts';

const texts = Type.Array(Type.String());

const ApplicationOverview = Type.Object({
  projects: texts,
  featureCount: Type.Integer(),
  environments: Type.Array(
    Type.Object({
      name: Type.String(),
      instanceCount: Type.Integer(),
      sdks: texts,
      frontendSdks: texts,
      backendSdks: texts,
      lastSeen: DateTime,
      issues: Type.Object({ missingFeatures: texts, outdatedSdks: texts }),
    }),
  ),
  issues: Type.Object({ missingStrategies: texts }),
  /** Evaluations of visible features in each of the last 24 hours, the current hour last. */
  usage: Type.Array(Type.Number()),
});

export const getApplicationOverviewRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications/:appName/overview',
    summary: 'Get an application’s environments, features, strategies, and unknown names it requests',
    permission: 'authenticated',
    params: applicationParams,
    answers: { 200: ApplicationOverview },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getApplicationOverview(context, params.appName),
);

/** Lists environments with instances that were seen in the last day. */
async function getApplicationOverview(context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>, name: string) {
  const application = await findApplication(context, name);
  const projects = (await readProjectsOf(context, [name])).get(name) ?? [];
  const instances = Map.groupBy(await readInstances(context.em, name), ({ environment }) => environment);
  const missing = Map.groupBy(await readUnknownOf(context.em, name), ({ environment }) => environment);
  const environments = [...instances].toSorted(([left], [right]) => compareTexts(left, right));
  return {
    projects: [...new Set(projects.map(({ project }) => project))],
    featureCount: (await readRequestedFeatures(context, name)).length,
    environments: environments.map(([environment, own]) => ({
      name: environment,
      instanceCount: own.length,
      sdks: sdksOf(own),
      frontendSdks: sdksOf(own.filter(({ sdkType }) => sdkType === 'frontend')),
      backendSdks: sdksOf(own.filter(({ sdkType }) => sdkType === 'backend')),
      lastSeen: new Date(Math.max(...own.map(({ seenAt }) => seenAt.getTime()))).toISOString(),
      issues: {
        missingFeatures: (missing.get(environment) ?? []).map((unknown) => unknown.name),
        outdatedSdks: sdksOf(own).filter(isOutdated),
      },
    })),
    issues: { missingStrategies: await readMissing(context.em, application.strategies) },
    usage: await readHourlyTotals(context, name),
  };
}

const sdksOf = (instances: readonly StoredInstance[]): string[] =>
  [...new Set(instances.flatMap(({ sdkVersion }) => sdkVersion ?? []))].toSorted(compareTexts);

/** Strategy types that the application supports and that do not exist here. */
async function readMissing(em: EntityManager, names: readonly string[]): Promise<string[]> {
  const found = await em.find(StrategyDefinition, { name: { $in: [...names] } });
  const known = new Set(found.map(({ name }) => name));
  return names.filter((name) => !known.has(name)).toSorted(compareTexts);
}
