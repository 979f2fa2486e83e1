import { DateTime, nullable } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { StrategyDefinition } from '../../vocabulary/strategy-definition/strategy-definition.ts';
import { serializeStrategyDefinition, StrategyDefinitionShape } from '../../vocabulary/strategy-definition/strategy-definition.schema.ts';
import { applicationParams, DescribedApplication, serializeApplication } from './application.schema.ts';
import { readRequestedFeatures } from './requested-features.ts';
import { Instance, serializeInstance, readInstances } from './instance.ts';
import { findApplication } from './visible-application.ts';

/** A strategy type that the application supports. `notFound` is set if none of that name exists here. */
const KnownStrategy = Type.Object({
  ...Type.Partial(StrategyDefinitionShape).properties,
  name: Type.String(),
  notFound: Type.Optional(Type.Boolean()),
});

const ApplicationDetails = Type.Object({
  ...DescribedApplication.properties,
  strategies: Type.Array(KnownStrategy),
  instances: Type.Array(Type.Object({ ...Instance.properties, appName: Type.String(), environment: Type.String(), createdAt: DateTime })),
  seenToggles: Type.Array(
    Type.Object({
      name: Type.String(),
      project: Type.String(),
      type: Type.String(),
      description: nullable(Type.String()),
      stale: Type.Boolean(),
      impressionData: Type.Boolean(),
      archived: Type.Boolean(),
      createdAt: DateTime,
    }),
  ),
  links: Type.Object({ self: Type.String() }),
});

export const getApplicationRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/applications/:appName',
    summary: 'Get an application with its instances and the features it uses',
    permission: 'authenticated',
    params: applicationParams,
    answers: { 200: ApplicationDetails },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getApplication(context, params.appName),
);

async function getApplication(context: Pick<ReadContext, 'em' | 'actor' | 'access'>, name: string) {
  const application = await findApplication(context, name);
  const instances = await readInstances(context.em, name);
  const requested = await readRequestedFeatures(context, name);
  return {
    ...serializeApplication(application),
    strategies: await readStrategies(context.em, application.strategies),
    instances: instances.map((instance) => ({
      ...serializeInstance(instance),
      appName: name,
      environment: instance.environment,
      createdAt: instance.createdAt.toISOString(),
    })),
    seenToggles: requested.map(({ createdAt, archivedAt, ...feature }) => ({
      ...feature,
      archived: archivedAt !== null,
      createdAt: createdAt.toISOString(),
    })),
    links: { self: `/api/admin/metrics/applications/${encodeURIComponent(name)}` },
  };
}

async function readStrategies(em: EntityManager, names: readonly string[]): Promise<Static<typeof KnownStrategy>[]> {
  const found = await em.find(StrategyDefinition, { name: { $in: [...names] } });
  const definitions = new Map(found.map((definition) => [definition.name, serializeStrategyDefinition(definition)]));
  return names.map((name) => definitions.get(name) ?? { name, notFound: true });
}
