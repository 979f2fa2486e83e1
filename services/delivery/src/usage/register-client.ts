import type { RegisterCount } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import {
  countOf,
  detailsIn,
  InstanceId,
  Name,
  ReportedTime,
  readTime,
  ReportedDetails,
  ReportedEnvironment,
  reportRoutes,
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

export const [registerClientRoute, registerFrontendClientRoute, registerProxyClientRoute] = reportRoutes(
  { path: '/register', summary: 'Register an application instance', body: Registration },
  registerClient,
);

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
