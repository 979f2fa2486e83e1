import { Failure, mapOf, nullable, type Principal, SdkDetails, UrlFriendlyName, validator } from '@signalbox/contracts';
import { beginningOf, empty, hourMs, type OpenContext, plainText, type Route, route } from '@signalbox/kit';
import { type Static, type TSchema, Type } from 'typebox';
import { environmentOf } from '../token/token.ts';

export const Name = Type.String({ minLength: 1, maxLength: 255 });
/** SDKs may send null in place of an absent value. */
export const InstanceId = Type.Unsafe<string>({ type: ['string', 'null'], maxLength: 255, default: 'default' });
/** Some SDKs send an empty text in place of an absent value. */
export const ReportedEnvironment = Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'], maxLength: 255 }));
export const Count = Type.Unsafe<number>({ type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 });

/** Limits of one report: far above what SDKs send, far below the maximum of a body. */
export const reportLimits = { features: 10_000, applications: 1000, strategies: 1000, tokens: 10_000 } as const;

/** Strategy types that an application supports. */
export const StrategyNames = (options: { default?: string[] } = {}) =>
  Type.Array(Type.String({ maxLength: 255 }), { maxItems: reportLimits.strategies, ...options });

/** Counts by variant. Some SDKs send null in place of none. */
export const Variants = nullable(
  mapOf(Type.Unsafe<number>({ type: ['integer', 'null'], minimum: 0 }), { default: {}, maxProperties: 1000 }),
);

/** Common declaration of routes that only count. */
export const onlyCounts = {
  events: { none: 'because usage counts are not events' },
  transaction: { none: 'because delivery has no database', repetitions: 'refused' },
  maintenance: 'through',
} as const;

/** Routes of one report: for backends, and for pages at two paths. */
export function reportRoutes<Body extends TSchema>(
  { path, ...declared }: { readonly path: string; readonly summary: string; readonly body: Body },
  count: (context: OpenContext, report: Static<Body>) => Promise<void>,
): readonly [Route, Route, Route] {
  const common = { ...declared, method: 'post', failures: [], ...onlyCounts } as const;
  const ofBackends = { ...common, path: `/api/client${path}`, permission: 'CLIENT', answers: { 202: empty } } as const;
  const ofPages = { ...common, permission: 'FRONTEND', crossOrigin: true, answers: { 200: plainText } } as const;
  const fromPage = (prefix: string) =>
    route({ ...ofPages, path: `${prefix}/client${path}` }, async ({ body }, context) => {
      await count(context, body as Static<Body>);
      return 'OK';
    });
  return [
    route(ofBackends, ({ body }, context) => count(context, body as Static<Body>)),
    fromPage('/api/frontend'),
    fromPage('/api/proxy'),
  ];
}

/** A time in a report: RFC 3339, or milliseconds since 1970. */
export const ReportedTime = Type.Unsafe<string | number>({ type: ['number', 'string'], format: 'date-time', maxLength: 64 });

/** Consumers accept only years of four digits. */
const writable = /^\d{4}-/;

/** Throws 400 for an invalid time. */
export function readTime(value: string | number, path: string): Date {
  const time = new Date(value);
  if (!Number.isNaN(time.getTime()) && writable.test(time.toISOString())) return time;
  throw new Failure('ValidationError', `${path} must be a date-time; got ${value}`, { path });
}

/** The environment of the application, preferably that of its token. */
export function environmentOfApplication({ tokenType = 'client', environment = '*' }: Principal, reported: string | undefined): string {
  return environmentOf({ type: tokenType, environment }, reported);
}

/** Frontend tokens belong to client-side SDKs, all others to servers. */
export const sdkTypeOf = ({ tokenType }: Principal): 'frontend' | 'backend' => (tokenType === 'frontend' ? 'frontend' : 'backend');

interface Reporter {
  readonly appName: string;
  readonly instanceId?: string;
  readonly environment?: string | undefined;
}

/** Properties of every count of an application. */
export const countOf = ({ actor, now }: OpenContext, { appName, instanceId, environment }: Reporter) => ({
  appName,
  instanceId: instanceId || 'default',
  environment: environmentOfApplication(actor, environment),
  projects: [...(actor.projects ?? ['*'])],
  sdkType: sdkTypeOf(actor),
  at: now().toISOString(),
});

/** The SDK that sent the request (`name:version`), from its header. */
export function sdkOfRequest({ request }: Pick<OpenContext, 'request'>): string | null {
  const header = request.headers['unleash-sdk'];
  return typeof header === 'string' && sdkForm.test(header) ? header : null;
}

/** Properties of a report that describe the SDK's build and platform. */
export const ReportedDetails = Type.Partial(SdkDetails).properties;

/** The details in a report, or undefined if it has none. */
export function detailsIn(report: Partial<SdkDetails>): SdkDetails | undefined {
  const named = Object.keys(SdkDetails.properties) as (keyof SdkDetails)[];
  if (!named.some((name) => report[name])) return undefined;
  return Object.fromEntries(named.map((name) => [name, report[name] || null])) as SdkDetails;
}

const sdkForm = /^[\w.@/-]{1,100}:[\w.+-]{1,100}$/;

export const hourOf = (time: Date): string => new Date(beginningOf(hourMs, time.getTime())).toISOString();

/** True if a feature may have this name. */
export const isFeatureName = validator(UrlFriendlyName);
