import { environmentUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockEnvironment } from './environment.ts';
import { environmentParams } from './environment.schema.ts';
import { changeEnvironment } from './update-environment.ts';

const both = {
  method: 'post',
  permission: 'ADMIN',
  params: environmentParams,
  answers: { 204: empty },
  failures: ['NotFoundError'],
  events: [environmentUpdated],
} as const;

export const switchEnvironmentOnRoute = route(
  { ...both, path: '/api/admin/environments/:environment/on', summary: 'Enable an environment, so that new projects use it' },
  ({ params }, context) => switchEnvironment(context, params.environment, true),
);

export const switchEnvironmentOffRoute = route(
  { ...both, path: '/api/admin/environments/:environment/off', summary: 'Disable an environment, so that new projects do not use it' },
  ({ params }, context) => switchEnvironment(context, params.environment, false),
);

/** Projects that use the environment keep it. A protected one stays as it is, without a failure (reference, toggle side §13). */
async function switchEnvironment(context: Context, name: string, enabled: boolean): Promise<void> {
  const environment = await lockEnvironment(context, name);
  if (environment.protected) return;
  changeEnvironment(context, environment, { enabled });
}
