import {
  DateTime,
  FeatureMetadata,
  FeatureStrategy,
  FeatureVariant,
  nullable,
  ReleasePlanShape,
  Safeguard,
  Tag,
  UrlFriendlyName,
} from '@signalbox/contracts';
import { shapesOf } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { describedFeature, featureTable, writtenFeature } from '../../tables/feature.ts';
import { Creator } from './creator.schema.ts';
import { type Feature, isArchived } from './feature.ts';
import { FeatureLinkShape } from './feature-link.ts';
import { EnteredStage } from './stage.ts';

export const featureParams = Type.Object({ projectId: Type.String(), featureName: Type.String() });
/** For routes whose path does not name the project. */
export const featureNameParams = Type.Object({ featureName: Type.String() });
export const featureEnvironmentParams = Type.Object({ projectId: Type.String(), featureName: Type.String(), environment: Type.String() });

/** The properties that requests may write, all optional. */
export const WrittenFeature = Type.Partial(Type.Object(shapesOf(featureTable, writtenFeature)));
export type WrittenFeature = Static<typeof WrittenFeature>;

export const CreateFeature = Type.Object({
  name: UrlFriendlyName,
  ...WrittenFeature.properties,
  tags: Type.Optional(nullable(Type.Array(Tag, { maxItems: 100 }))),
});
export type CreateFeature = Static<typeof CreateFeature>;

/** Missing properties stay as they are. The name is only compared, because features cannot be renamed. */
export const UpdateFeature = Type.Object({
  name: Type.Optional(Type.String()),
  ...WrittenFeature.properties,
  archived: Type.Optional(Type.Boolean()),
});
export type UpdateFeature = Static<typeof UpdateFeature>;

/** The body of bulk routes on features of one project. The limit is also the maximum number of names in a statement. */
export const FeatureNames = Type.Object({ features: Type.Array(Type.String(), { maxItems: 10_000 }) });

/** The users that a feature reaches in one environment. `reachOf` of the engine documents each property. */
export const FeatureReach = Type.Object({
  kind: Type.Enum(['nobody', 'some', 'everybody']),
  share: Type.Optional(Type.Number()),
  /** Sorted by name. */
  segments: Type.Array(Type.String()),
  fields: Type.Array(Type.String()),
  strategies: Type.Integer(),
  variants: Type.Integer(),
});
export type FeatureReach = Static<typeof FeatureReach>;

/** A feature's environment in `GET` of one feature (reference, toggle side §5.4). */
export const FeatureEnvironmentDetail = Type.Object({
  name: Type.String(),
  featureName: Type.String(),
  environment: Type.String(),
  type: Type.String(),
  enabled: Type.Boolean(),
  sortOrder: Type.Number(),
  variantCount: Type.Number(),
  strategies: Type.Array(FeatureStrategy),
  variants: Type.Optional(Type.Array(FeatureVariant)),
  lastSeenAt: nullable(DateTime),
  hasStrategies: Type.Boolean(),
  hasEnabledStrategies: Type.Boolean(),
  /** Numbers of evaluations as on and off in the past 60 minutes. */
  yes: Type.Integer(),
  no: Type.Integer(),
  reach: Type.Optional(FeatureReach),
  /** Absent without a release plan. */
  releasePlans: Type.Optional(Type.Array(ReleasePlanShape)),
  /** Absent without safeguards outside of release plans. */
  safeguards: Type.Optional(Type.Array(Safeguard)),
});

/** A parent, and its required state. */
export const Dependency = Type.Object({
  feature: Type.String(),
  enabled: Type.Optional(Type.Boolean()),
  variants: Type.Optional(Type.Array(Type.String())),
});

/** A feature in the response to its update. The variants of all environments and the strategies (always empty) are deprecated. */
export const UpdatedFeature = Type.Object({
  ...FeatureMetadata.properties,
  variants: Type.Array(FeatureVariant),
  strategies: Type.Array(Type.Object({})),
});
export type UpdatedFeature = Static<typeof UpdatedFeature>;

/** A feature in `GET` of one: its metadata and everything that belongs to it. */
export const FeatureDetail = Type.Object({
  ...UpdatedFeature.properties,
  createdBy: nullable(Creator),
  /** The responsible user. */
  owner: nullable(Creator),
  /** The users who changed the feature, the latest first. */
  collaborators: Type.Object({ users: Type.Array(Creator) }),
  lifecycle: EnteredStage,
  links: Type.Array(FeatureLinkShape),
  enabled: Type.Boolean(),
  favorite: Type.Boolean(),
  environments: Type.Array(FeatureEnvironmentDetail),
  tags: Type.Array(Tag),
  children: Type.Array(Type.String()),
  dependencies: Type.Array(Dependency),
});
export type FeatureDetail = Static<typeof FeatureDetail>;

/** The properties of a feature's metadata. */
export type DescribedFeature = Pick<Feature, (typeof describedFeature.names)[number]>;

/** The metadata in responses and events. `lastSeenAt` is deprecated in favor of the one of each environment. */
export function serializeMetadata(feature: DescribedFeature, lastSeenAt: Date | null = null): Static<typeof FeatureMetadata> {
  return { ...describedFeature.toResponse(feature), lastSeenAt: lastSeenAt?.toISOString() ?? null, archived: isArchived(feature) };
}
