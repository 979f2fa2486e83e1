import { Type, type Static } from 'typebox';
import { DateTime, nullable, mapOf } from './shapes.ts';

// Messages on the usage exchange: counts, not events. They may be lost, and are never numbered or stored individually.

const Count = Type.Integer({ minimum: 0 });

/** Kind of SDK, by the type of its token. Absent if the sender does not report it. */
const SdkType = Type.Optional(Type.Enum(['backend', 'frontend']));
/** Projects of the application's token, `*` for all. Absent if the sender does not report it. */
const Projects = Type.Optional(Type.Array(Type.String()));

const detail = (maxLength: number) => nullable(Type.String({ maxLength }));

/** Build and platform of an SDK, as it reports them. Null if it does not. */
export const SdkDetails = Type.Object({
  sdkFlavor: detail(256),
  sdkFlavorVersion: detail(32),
  platformName: detail(255),
  platformVersion: detail(255),
  yggdrasilVersion: detail(255),
  specVersion: detail(255),
});
export type SdkDetails = Static<typeof SdkDetails>;

/** An application that started. `interval` is in milliseconds, `environment` that of its token. */
export const RegisterCount = Type.Object({
  kind: Type.Literal('register'),
  appName: Type.String(),
  instanceId: Type.String(),
  environment: Type.String(),
  projects: Projects,
  sdkVersion: nullable(Type.String()),
  sdkType: SdkType,
  sdkDetails: Type.Optional(SdkDetails),
  strategies: Type.Array(Type.String()),
  interval: Type.Number(),
  started: DateTime,
  /** Time when delivery received it. */
  at: DateTime,
});
export type RegisterCount = Static<typeof RegisterCount>;

const Labels = mapOf(Type.String({ maxLength: 255 }), { maxProperties: 16 });
const described = { name: Type.String({ minLength: 1, maxLength: 100 }), help: Type.String({ maxLength: 255 }) };
const maxSamples = 100;

/** Types of impact metrics. */
export const impactMetricTypes = ['counter', 'gauge', 'histogram'] as const;

/**
 * A metric that an application measures. A sample of a counter is the increment since the last report, that of a gauge the latest value.
 * Buckets of a histogram are cumulative within one report.
 */
export const ImpactMetric = Type.Union([
  Type.Object({
    ...described,
    type: Type.Enum(['counter', 'gauge']),
    samples: Type.Array(Type.Object({ value: Type.Number(), labels: Type.Optional(Labels) }), { maxItems: maxSamples }),
  }),
  Type.Object({
    ...described,
    type: Type.Literal('histogram'),
    samples: Type.Array(
      Type.Object({
        count: Type.Number({ minimum: 0 }),
        sum: Type.Number(),
        buckets: Type.Array(Type.Object({ le: Type.Union([Type.Number(), Type.Literal('+Inf')]), count: Type.Number({ minimum: 0 }) }), {
          maxItems: 20,
        }),
        labels: Type.Optional(Labels),
      }),
      { maxItems: maxSamples },
    ),
  }),
]);
export type ImpactMetric = Static<typeof ImpactMetric>;

/** The name of a metric or label as it is stored, which Prometheus accepts. */
export const impactIdentifier = (name: string): string => name.replaceAll(/[^a-zA-Z0-9_]/g, '_').slice(0, 100);

/** Impact metrics of an application or a proxy. */
export const ImpactReport = Type.Object({
  kind: Type.Literal('impact'),
  environment: Type.String(),
  /** Time when delivery received it. */
  at: DateTime,
  metrics: Type.Array(ImpactMetric),
  /** Number of metrics that were invalid, or more than a report may have. */
  dropped: Type.Optional(Count),
});
export type ImpactReport = Static<typeof ImpactReport>;

/** Number of evaluations by an application, by feature name. No entry is all zero. */
export const MetricsCount = Type.Object({
  kind: Type.Literal('metrics'),
  appName: Type.String(),
  instanceId: Type.String(),
  environment: Type.String(),
  projects: Projects,
  /** Name of the SDK, `name:version`. Absent if the SDK does not report it. */
  sdkVersion: Type.Optional(Type.String()),
  sdkType: SdkType,
  sdkDetails: Type.Optional(SdkDetails),
  /** The full hour in which the application closed its count, by the application's clock. */
  timestamp: DateTime,
  /** Time when delivery received it. */
  at: DateTime,
  toggles: mapOf(Type.Object({ yes: Count, no: Count, variants: mapOf(Count) })),
});
export type MetricsCount = Static<typeof MetricsCount>;
