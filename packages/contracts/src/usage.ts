import { Type, type Static } from 'typebox';
import { DateTime, nullable, mapOf } from './shapes.ts';

// What travels on the usage exchange: counts, not facts. They may be lost, and are never numbered or kept one by one.

const Count = Type.Integer({ minimum: 0 });

/** Which kind of SDK, by the kind of its token; absent from who counts without saying. */
const SdkType = Type.Optional(Type.Enum(['backend', 'frontend']));
/** The projects of the application's token, `*` for all; absent from who counts without saying. */
const Projects = Type.Optional(Type.Array(Type.String()));

/** A program that started. `interval` is in milliseconds, `environment` that of its token. */
export const RegisterCount = Type.Object({
  kind: Type.Literal('register'),
  appName: Type.String(),
  instanceId: Type.String(),
  environment: Type.String(),
  projects: Projects,
  sdkVersion: nullable(Type.String()),
  sdkType: SdkType,
  strategies: Type.Array(Type.String()),
  interval: Type.Number(),
  started: DateTime,
  /** When delivery took it. */
  at: DateTime,
});
export type RegisterCount = Static<typeof RegisterCount>;

/** How often a program asked for features, by feature name; none of the entries is all zero. */
export const MetricsCount = Type.Object({
  kind: Type.Literal('metrics'),
  appName: Type.String(),
  instanceId: Type.String(),
  environment: Type.String(),
  projects: Projects,
  /** What the SDK calls itself, `name:version`, absent from one that does not say it with its counts. */
  sdkVersion: Type.Optional(Type.String()),
  sdkType: SdkType,
  /** The full hour in which the program closed its count, by the program's clock. */
  timestamp: DateTime,
  /** When delivery took it. */
  at: DateTime,
  toggles: mapOf(Type.Object({ yes: Count, no: Count, variants: mapOf(Count) })),
});
export type MetricsCount = Static<typeof MetricsCount>;
