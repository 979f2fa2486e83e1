import { isDeepStrictEqual } from 'node:util';
import { defaultStrategyUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { lockExisting } from '../../base/database/find-existing.ts';
import { badValue, under } from '../../base/input/bad-value.ts';
import { projectEnvironmentParams } from '../../project/project/project.schema.ts';
import { DefaultStrategy } from '../../project/project/default-strategy.schema.ts';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { normaliseStrategy, type NormalisingContext, type StrategyInput } from './normalise-strategy.ts';
import { CreateStrategy } from './strategy.schema.ts';

export const setDefaultStrategyRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/environments/:environment/default-strategy',
    summary: 'Set the default strategy of a project in one environment',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectEnvironmentParams,
    body: CreateStrategy,
    answers: { 200: DefaultStrategy },
    failures: ['BadDataError', 'NotFoundError'],
    events: [defaultStrategyUpdated],
  },
  ({ params, body }, context) => setDefaultStrategy(context, params, body),
);

/** Existing strategies stay. The new default applies the next time a feature is switched on. */
export async function setDefaultStrategy(
  context: Context,
  { projectId, environment }: Static<typeof projectEnvironmentParams>,
  input: CreateStrategy,
): Promise<DefaultStrategy> {
  const link = await lockExisting(context.em, {
    entity: ProjectEnvironment,
    where: { project: projectId, environment },
    called: `project ${projectId} that uses an environment ${environment}`,
  });
  const preData = link.defaultStrategy ?? null;
  const data = await normaliseDefaultStrategy(context, link.project, { input, pointer: { path: '' }, stored: preData ? [preData] : [] });
  if (isDeepStrictEqual(data, preData)) return data;
  link.defaultStrategy = data;
  context.publish(defaultStrategyUpdated, { project: link.project, environment: link.environment, data, preData });
  return data;
}

/**
 * Validates a default strategy like a strategy of the project. It must be a gradual rollout. An empty group becomes the name of
 * each feature.
 */
export async function normaliseDefaultStrategy(
  context: NormalisingContext,
  project: string,
  given: StrategyInput,
): Promise<DefaultStrategy> {
  const { input, pointer } = given;
  if (input.name !== 'flexibleRollout') throw badValue(under(pointer, 'name'), `must be flexibleRollout; got ${input.name}`);
  const content = await normaliseStrategy(context, project, given);
  return { ...content, ...(input.sortOrder === undefined ? {} : { sortOrder: input.sortOrder }) };
}
