import { DateTime, FeatureMetadata, FeatureStrategy, FeatureVariant, nullable, Tag, UrlFriendlyName } from '@signalbox/contracts';
import { shapesOf } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { describedFeature, featureTable, writtenFeature } from '../../tables/feature.ts';
import { Creator } from './creator.schema.ts';
import { type Feature, isArchived } from './feature.ts';
import { FeatureLinkShape } from './feature-link.ts';
import { EnteredStage } from './stage.ts';

export const featureParams = Type.Object({ projectId: Type.String(), featureName: Type.String() });
/** Of routes whose path does not name the project. */
export const featureNameParams = Type.Object({ featureName: Type.String() });
export const featureEnvironmentParams = Type.Object({ projectId: Type.String(), featureName: Type.String(), environment: Type.String() });

/** What describes a feature; each may be left out. */
export const WrittenFeature = Type.Partial(Type.Object(shapesOf(featureTable, writtenFeature)));
export type WrittenFeature = Static<typeof WrittenFeature>;

export const CreateFeature = Type.Object({
  name: UrlFriendlyName,
  ...WrittenFeature.properties,
  tags: Type.Optional(nullable(Type.Array(Tag, { maxItems: 100 }))),
});
export type CreateFeature = Static<typeof CreateFeature>;

/** Whatever is absent stays as it is. The name is only compared: features are not renamed. */
export const UpdateFeature = Type.Object({
  name: Type.Optional(Type.String()),
  ...WrittenFeature.properties,
  archived: Type.Optional(Type.Boolean()),
});
export type UpdateFeature = Static<typeof UpdateFeature>;

/** The body of routes that work on many features of one project; a statement holds no more names than this. */
export const FeatureNames = Type.Object({ features: Type.Array(Type.String(), { maxItems: 10_000 }) });

/** Who gets a feature in one environment: `reachOf` of the engine says what each part means. */
export const FeatureReach = Type.Object({
  kind: Type.Enum(['nobody', 'some', 'everybody']),
  share: Type.Optional(Type.Number()),
  /** By name. */
  segments: Type.Array(Type.String()),
  fields: Type.Array(Type.String()),
  strategies: Type.Integer(),
  variants: Type.Integer(),
});
export type FeatureReach = Static<typeof FeatureReach>;

/** A feature's environment as `GET` of one feature shows it (reference, toggle side §5.4). */
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
  /** How often it was on and off for applications in the current hour. */
  yes: Type.Integer(),
  no: Type.Integer(),
  reach: Type.Optional(FeatureReach),
});

/** A parent, and what it must be for its child to count. */
export const Dependency = Type.Object({
  feature: Type.String(),
  enabled: Type.Optional(Type.Boolean()),
  variants: Type.Optional(Type.Array(Type.String())),
});

/** A feature as its update answers it. The variants of all environments and the strategies, always none, are deprecated. */
export const UpdatedFeature = Type.Object({
  ...FeatureMetadata.properties,
  variants: Type.Array(FeatureVariant),
  strategies: Type.Array(Type.Object({})),
});
export type UpdatedFeature = Static<typeof UpdatedFeature>;

/** A feature as `GET` of one shows it: its metadata and all that hangs on it. */
export const FeatureDetail = Type.Object({
  ...UpdatedFeature.properties,
  createdBy: nullable(Creator),
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

/** What the metadata of a feature is made of. */
export type DescribedFeature = Pick<Feature, (typeof describedFeature.names)[number]>;

/** The metadata as routes answer it and events carry it. `lastSeenAt` is deprecated: the environments' own is meant. */
export function serializeMetadata(feature: DescribedFeature, lastSeenAt: Date | null = null): Static<typeof FeatureMetadata> {
  return { ...describedFeature.toResponse(feature), lastSeenAt: lastSeenAt?.toISOString() ?? null, archived: isArchived(feature) };
}
