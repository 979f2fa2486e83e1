import type { RegisterCount } from '@signalbox/contracts';
import { empty, type OpenContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { environmentOfProgram, InstanceId, Name, ProgramTime, readTime } from './program.ts';

const Registration = Type.Object({
  appName: Name,
  instanceId: InstanceId,
  sdkVersion: Type.Optional(Type.String({ maxLength: 255 })),
  environment: Type.Optional(Name),
  strategies: Type.Array(Type.String()),
  started: ProgramTime,
  interval: Type.Number(),
});

const registerRoute = (path: string, permission: 'CLIENT' | 'FRONTEND', status: 200 | 202) =>
  route(
    {
      method: 'post',
      path,
      summary: 'Register a running application',
      permission,
      body: Registration,
      answers: { [status]: empty },
      failures: [],
      events: { none: 'because counts travel apart from facts' },
      transaction: { none: 'because delivery has no database' },
    },
    ({ body }, context) => registerClient(context, body),
  );

export const registerClientRoutes = [
  registerRoute('/api/client/register', 'CLIENT', 202),
  registerRoute('/api/frontend/client/register', 'FRONTEND', 200),
  registerRoute('/api/proxy/client/register', 'FRONTEND', 200),
];

/** Passes a registration on to be counted. */
export async function registerClient(context: OpenContext, body: Static<typeof Registration>): Promise<void> {
  const count: RegisterCount = {
    kind: 'register',
    appName: body.appName,
    instanceId: body.instanceId,
    environment: environmentOfProgram(context.actor, body.environment),
    sdkVersion: body.sdkVersion ?? null,
    strategies: body.strategies,
    interval: body.interval,
    started: readTime(body.started, 'started').toISOString(),
    at: context.now().toISOString(),
  };
  context.count(count);
}
