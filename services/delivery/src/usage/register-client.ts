import type { RegisterCount } from '@signalbox/contracts';
import { empty, type OpenContext, plainText, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import {
  countOf,
  detailsIn,
  InstanceId,
  Name,
  onlyCounts,
  ReportedTime,
  readTime,
  ReportedDetails,
  ReportedEnvironment,
  sdkOfRequest,
  StrategyNames,
} from './application.ts';

export const Registration = Type.Object({
  appName: Name,
  instanceId: InstanceId,
  sdkVersion: Type.Optional(Type.String({ maxLength: 255 })),
  environment: ReportedEnvironment,
  strategies: StrategyNames(),
  started: ReportedTime,
  interval: Type.Number(),
  ...ReportedDetails,
});

const registerRoute = {
  method: 'post',
  summary: 'Register an application instance',
  body: Registration,
  failures: [],
  ...onlyCounts,
} as const;

const fromPage = (path: string) =>
  route({ ...registerRoute, path, permission: 'FRONTEND', crossOrigin: true, answers: { 200: plainText } }, async ({ body }, context) => {
    await registerClient(context, body);
    return 'OK';
  });

export const registerClientRoute = route(
  { ...registerRoute, path: '/api/client/register', permission: 'CLIENT', answers: { 202: empty } },
  ({ body }, context) => registerClient(context, body),
);
export const registerFrontendClientRoute = fromPage('/api/frontend/client/register');
export const registerProxyClientRoute = fromPage('/api/proxy/client/register');

/** Publishes a registration for counting. */
export async function registerClient(context: OpenContext, body: Static<typeof Registration>): Promise<void> {
  const sdkDetails = detailsIn(body);
  const count: RegisterCount = {
    ...countOf(context, body),
    kind: 'register',
    sdkVersion: body.sdkVersion ?? sdkOfRequest(context),
    ...(sdkDetails && { sdkDetails }),
    strategies: body.strategies,
    interval: body.interval,
    started: readTime(body.started, 'started').toISOString(),
  };
  context.count(count);
}
