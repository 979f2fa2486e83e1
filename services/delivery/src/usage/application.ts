import { Failure, mapOf, nullable, type Principal, UrlFriendlyName, validator } from '@signalbox/contracts';
import { beginningOf, hourMs, type OpenContext } from '@signalbox/kit';
import { Type } from 'typebox';
import { environmentOf } from '../token/token.ts';

export const Name = Type.String({ minLength: 1, maxLength: 255 });
/** SDKs send null for what they leave out: of these, it counts as absent. */
export const InstanceId = Type.Unsafe<string>({ type: ['string', 'null'], maxLength: 255, default: 'default' });
/** Some SDKs say an empty one for none. */
export const ReportedEnvironment = Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'], maxLength: 255 }));
export const Count = Type.Unsafe<number>({ type: ['integer', 'null'], minimum: 0, default: 0 });

/** How much one report may hold: far above what applications send, far below what a body could be filled with. */
export const reportLimits = { features: 10_000, applications: 1000, strategies: 1000 } as const;

/** The kinds of strategies that an application knows. */
export const StrategyNames = (options: { default?: string[] } = {}) =>
  Type.Array(Type.String({ maxLength: 255 }), { maxItems: reportLimits.strategies, ...options });

/** Counts by variant. Some SDKs say null for none. */
export const Variants = nullable(
  mapOf(Type.Unsafe<number>({ type: ['integer', 'null'], minimum: 0 }), { default: {}, maxProperties: 1000 }),
);

/** What routes declare that only count. */
export const onlyCounts = {
  events: { none: 'because counts travel apart from facts' },
  transaction: { none: 'because delivery has no database', repetitions: 'refused' },
} as const;

/** A point in time as applications write it: RFC 3339, or milliseconds since 1970. */
export const ReportedTime = Type.Unsafe<string | number>({ type: ['number', 'string'], format: 'date-time' });

/** Years of four digits, as whoever reads the time takes them. */
const writable = /^\d{4}-/;

/** 400 for what has the form of a time and is none. */
export function readTime(value: string | number, path: string): Date {
  const time = new Date(value);
  if (!Number.isNaN(time.getTime()) && writable.test(time.toISOString())) return time;
  throw new Failure('ValidationError', `${path} must be a date-time; got ${value}`, { path });
}

/** Where the application runs: its token knows better than it. */
export function environmentOfApplication({ tokenType = 'client', environment = '*' }: Principal, said: string | undefined): string {
  return environmentOf({ type: tokenType, environment }, said);
}

/** Of which projects the application may count. */
export const projectsOfApplication = ({ projects = ['*'] }: Principal): string[] => [...projects];

/** Frontend tokens are for pages and apps, whoever holds another one is a server. */
export const sdkTypeOf = ({ tokenType }: Principal): 'frontend' | 'backend' => (tokenType === 'frontend' ? 'frontend' : 'backend');

/** What an SDK calls itself in the header that each of its requests has, `name:version`. */
export function sdkOfRequest({ request }: Pick<OpenContext, 'request'>): string | null {
  const said = request.headers['unleash-sdk'];
  return typeof said === 'string' && sdkForm.test(said) ? said : null;
}

const sdkForm = /^[\w.@/-]{1,100}:[\w.+-]{1,100}$/;

/** The beginning of the hour that a time is in. */
export const hourOf = (time: Date): string => new Date(beginningOf(hourMs, time.getTime())).toISOString();

/** Whether a feature can have that name. */
export const isFeatureName = validator(UrlFriendlyName);
