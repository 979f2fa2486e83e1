import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { Instance, serializeInstance, readInstances } from './instance.ts';
import { findApplication } from './visible-application.ts';

export const listInstancesRoute = route(
  {
    method: 'get',
    path: '/api/admin/metrics/instances/:appName/environment/:environment',
    summary: 'List the instances of an application in one environment',
    permission: 'authenticated',
    params: Type.Object({ appName: Type.String(), environment: Type.String() }),
    answers: { 200: Type.Object({ instances: Type.Array(Instance) }) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => listInstances(context, params.appName, params.environment),
);

/** The instances of the last day, the newest first. */
async function listInstances(context: ReadContext, appName: string, environment: string) {
  await findApplication(context, appName);
  const instances = await readInstances(context.em, appName);
  return { instances: instances.filter((instance) => instance.environment === environment).map(serializeInstance) };
}
