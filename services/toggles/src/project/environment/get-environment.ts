import { EnvironmentShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { findEnvironment } from './environment.ts';
import { environmentParams, serializeEnvironment } from './environment.schema.ts';

export const getEnvironmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/environments/:environment',
    summary: 'Get an environment',
    permission: 'authenticated',
    params: environmentParams,
    answers: { 200: EnvironmentShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeEnvironment(await findEnvironment(em, params.environment)),
);
