import { Type } from 'typebox';
import { Origins } from './origins.schema.ts';

/** The first request of consoles of the reference system, and of tools that identify the server. */
export const UiConfig = Type.Object({
  name: Type.String(),
  version: Type.String(),
  versionInfo: Type.Object({
    current: Type.Object({ oss: Type.String(), enterprise: Type.String() }),
    latest: Type.Object({}),
    isLatest: Type.Boolean(),
  }),
  environment: Type.String(),
  unleashUrl: Type.String(),
  baseUriPath: Type.String(),
  authenticationType: Type.String(),
  disablePasswordAuth: Type.Boolean(),
  emailEnabled: Type.Boolean(),
  maintenanceMode: Type.Boolean(),
  maxSessionsCount: Type.Integer(),
  prometheusAPIAvailable: Type.Boolean(),
  impactMetrics: Type.String(),
  storiesPageEnabled: Type.Boolean(),
  unleashContext: Type.Object({}),
  /** Switches of the console itself: empty, so it uses its defaults. */
  flags: Type.Object({}),
  resourceLimits: Type.Record(Type.String(), Type.Integer()),
  /** Where users get support; absent if the instance names no place. */
  supportUrl: Type.Optional(Type.String()),
  /** Only for administrators. */
  frontendApiOrigins: Type.Optional(Origins.properties.frontendApiOrigins),
});
