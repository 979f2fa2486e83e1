import { FeatureVariant, mapOf, nullable, SegmentState, StrategyState } from '@signalbox/contracts';
import { Type } from 'typebox';

// Responses of the client API (specification, endpoints of the client API).

const { name, parameters, constraints, variants, segments } = StrategyState.properties;

/** A feature in one environment. */
export const ClientFeature = Type.Object(
  {
    name: Type.String(),
    type: Type.String(),
    enabled: Type.Boolean(),
    project: Type.String(),
    stale: Type.Boolean(),
    strategies: Type.Array(
      Type.Object({ name, constraints, parameters, variants, segments: Type.Optional(segments) }, { additionalProperties: false }),
    ),
    variants: Type.Array(FeatureVariant),
    description: nullable(Type.String()),
    impressionData: Type.Boolean(),
    dependencies: Type.Optional(
      Type.Array(Type.Object({ feature: Type.String(), enabled: Type.Boolean(), variants: Type.Optional(Type.Array(Type.String())) })),
    ),
  },
  { additionalProperties: false },
);

export const ClientFeatures = Type.Object({
  version: Type.Literal(2),
  features: Type.Array(ClientFeature),
  query: mapOf(Type.Unknown()),
  /** Absent if strategies include the constraints of their segments. */
  segments: Type.Optional(Type.Array(SegmentState)),
  meta: Type.Object({ revisionId: Type.Integer(), etag: Type.String(), queryHash: Type.String() }),
});

const eventId = Type.Integer();

/** Changes, or everything (`hydration`). All changes since the caller's revision have the same id. */
export const ClientEvents = Type.Object({
  events: Type.Array(
    Type.Union([
      Type.Object({
        eventId,
        type: Type.Literal('hydration'),
        features: Type.Array(ClientFeature),
        segments: Type.Array(SegmentState),
      }),
      Type.Object({ eventId, type: Type.Literal('feature-updated'), feature: ClientFeature }),
      Type.Object({ eventId, type: Type.Literal('feature-removed'), featureName: Type.String(), project: Type.String() }),
      Type.Object({ eventId, type: Type.Literal('segment-updated'), segment: SegmentState }),
      Type.Object({ eventId, type: Type.Literal('segment-removed'), segmentId: Type.Integer() }),
    ]),
  ),
});
