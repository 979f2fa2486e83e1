import { isDeepStrictEqual } from 'node:util';
import { EnvironmentShape, environmentUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { type Environment, lockEnvironment } from './environment.ts';
import { environmentParams, serializeEnvironment, UpdateEnvironment } from './environment.schema.ts';

export const updateEnvironmentRoute = route(
  {
    method: 'put',
    path: '/api/admin/environments/update/:environment',
    summary: 'Update the type or the sort order of an environment',
    permission: 'ADMIN',
    params: environmentParams,
    body: UpdateEnvironment,
    answers: { 200: EnvironmentShape },
    failures: ['NotFoundError'],
    events: [environmentUpdated],
  },
  async ({ params, body }, context) => serializeEnvironment(await updateEnvironment(context, params.environment, body)),
);

/** Name and protection never change. Switching on and off has separate routes. */
async function updateEnvironment(context: Context, name: string, change: UpdateEnvironment): Promise<Environment> {
  const environment = await lockEnvironment(context, name);
  const { type, sortOrder } = change;
  changeEnvironment(context, environment, { type, sortOrder });
  return environment;
}

interface EnvironmentChange {
  readonly type?: string | undefined;
  readonly sortOrder?: number | undefined;
  readonly enabled?: boolean;
}

/** Applies a change and emits it, unless nothing changes. */
export function changeEnvironment(context: Context, environment: Environment, change: EnvironmentChange): void {
  const before = serializeEnvironment(environment);
  environment.type = change.type ?? environment.type;
  environment.sortOrder = change.sortOrder ?? environment.sortOrder;
  environment.enabled = change.enabled ?? environment.enabled;
  const after = serializeEnvironment(environment);
  if (isDeepStrictEqual(before, after)) return;
  context.publish(environmentUpdated, { environment: environment.name, data: after, preData: before });
}
