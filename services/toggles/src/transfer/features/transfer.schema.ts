import { FeatureStrategy, FeatureVariant, nullable, SafeguardContent, TagTypeShape, UrlFriendlyName } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { ContextFieldShape, CreateContextField } from '../../vocabulary/context-field/context-field.schema.ts';
import { Dependency, WrittenFeature } from '../../feature/feature/feature.schema.ts';
import { LinkInput } from '../../feature/feature/feature-link.ts';
import { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { PlanContentShape } from '../../release/plan/plan-content.ts';
import { AddReleasePlan, WritePlanMilestones } from '../../release/plan/plan.schema.ts';
import { WriteEnvironmentSafeguard } from '../../release/template/safeguard.schema.ts';
import { WriteTemplate } from '../../release/template/template.schema.ts';
import { ImportedVariant } from '../../feature/variant/variant.schema.ts';
import { CreateTagType } from '../../vocabulary/tag/tag.schema.ts';

/** Limit on lists, far above the size of real instances and far below the possible size of a body. */
export const many = { maxItems: 20_000 };
/** Like `many`, for objects of which there are fewer. */
export const some = { maxItems: 2000 };

export const ImportedFeature = Type.Object({
  name: UrlFriendlyName,
  ...WrittenFeature.properties,
});
export type ImportedFeature = Static<typeof ImportedFeature>;

/** A strategy of a milestone comes with the release plan of the feature, if the data contains that. */
const ImportedStrategy = Type.Object({
  ...CreateStrategy.properties,
  featureName: Type.String(),
  milestoneId: FeatureStrategy.properties.milestoneId,
});

const { templateId: _templateId, ...planProperties } = AddReleasePlan.properties;
const ImportedPlan = Type.Object({
  ...planProperties,
  name: WriteTemplate.properties.name,
  milestones: WritePlanMilestones,
  featureName: Type.String(),
});
export type ImportedPlan = Static<typeof ImportedPlan>;

const ImportedSafeguard = Type.Object({ ...WriteEnvironmentSafeguard.properties, featureName: Type.String() });

/** `name` is the name of the feature in exports. Exports contain an empty list of variants if there are none. */
const ImportedEnvironment = Type.Object({
  name: Type.String(),
  featureName: Type.Optional(Type.String()),
  environment: Type.Optional(
    Type.String({
      description:
        'Environment to read the configuration from. If a feature has several entries, the entry of the target environment wins.',
    }),
  ),
  enabled: Type.Boolean(),
  variants: Type.Optional(
    nullable(Type.Array(ImportedVariant, { description: 'An empty list keeps existing entries; `null` removes them.' })),
  ),
});

/** `type` and `value` are deprecated aliases. The main properties have no default, which would hide the aliases. */
const TagPart = Type.String({ minLength: 2, maxLength: 50 });

const ImportedTag = Type.Object({
  featureName: Type.String(),
  tagType: Type.Optional(TagPart),
  tagValue: TagPart,
  type: Type.Optional(TagPart),
  value: Type.Optional(TagPart),
});

export const SegmentReference = Type.Object({ id: Type.Integer(), name: Type.String() });

export const FeatureDependencies = Type.Object({
  feature: Type.String(),
  dependencies: Type.Array(Dependency, { maxItems: 100 }),
});

export const LinksOfFeature = Type.Object({ feature: Type.String(), links: Type.Array(LinkInput, some) });

/** Projects and environments in the data name its source. The envelope names the target. */
export const ImportData = Type.Object(
  {
    features: Type.Array(ImportedFeature, many),
    featureStrategies: Type.Array(ImportedStrategy, many),
    featureEnvironments: Type.Array(ImportedEnvironment, { ...many, default: [] }),
    contextFields: Type.Array(CreateContextField, { ...some, default: [] }),
    featureTags: Type.Array(ImportedTag, { ...many, default: [] }),
    segments: Type.Array(SegmentReference, { ...some, default: [] }),
    tagTypes: Type.Array(CreateTagType, { ...some, default: [] }),
    dependencies: Type.Array(FeatureDependencies, { ...many, default: [] }),
    /** Added to the format later: features without an entry keep their links. */
    links: Type.Array(LinksOfFeature, { ...many, default: [] }),
    releasePlans: Type.Array(ImportedPlan, { ...some, default: [] }),
    /** Absent: features keep their safeguards. */
    safeguards: Type.Optional(Type.Array(ImportedSafeguard, many)),
  },
  { additionalProperties: false },
);
export type ImportData = Static<typeof ImportData>;

export const ImportEnvelope = Type.Object(
  { project: Type.String(), environment: Type.String(), data: ImportData },
  { additionalProperties: false },
);
export type ImportEnvelope = Static<typeof ImportEnvelope>;

/** The response to an import. */
export const ImportOutcome = Type.Object({
  skippedArchivedFeatures: Type.Array(Type.String(), {
    description: 'Imported features that are archived here. They and their data were skipped.',
  }),
});

export const Finding = Type.Object({ message: Type.String(), affectedItems: Type.Array(Type.String()) });
export type Finding = Static<typeof Finding>;

/** Selects features with a tag of this value, else the named ones, else those of the project, else all. */
export const ExportChoice = Type.Object({
  environment: Type.String(),
  features: Type.Optional(Type.Array(Type.String(), many)),
  tag: Type.Optional(Type.String()),
  project: Type.Optional(Type.String()),
  downloadFile: Type.Optional(Type.Boolean()),
});
export type ExportChoice = Static<typeof ExportChoice>;

export const ExportedFeatureEnvironment = Type.Object({
  name: Type.String(),
  featureName: Type.String(),
  environment: Type.String(),
  enabled: Type.Boolean(),
  variants: Type.Array(FeatureVariant),
});

export const ExportedTagType = Type.Omit(TagTypeShape, ['managedBy']);

export const ExportData = Type.Object({
  features: Type.Array(Type.Object({ ...ImportedFeature.properties, project: Type.String(), archived: Type.Boolean() })),
  featureStrategies: Type.Array(Type.Object({ ...FeatureStrategy.properties, featureName: Type.String() })),
  featureEnvironments: Type.Array(ExportedFeatureEnvironment),
  contextFields: Type.Array(Type.Omit(ContextFieldShape, ['managedBy', 'createdAt'])),
  featureTags: Type.Array(
    Type.Object({
      featureName: Type.String(),
      tagType: Type.String(),
      tagValue: Type.String(),
      createdByUserId: nullable(Type.Integer()),
    }),
  ),
  segments: Type.Array(SegmentReference),
  tagTypes: Type.Array(ExportedTagType),
  dependencies: Type.Array(FeatureDependencies),
  links: Type.Array(LinksOfFeature),
  releasePlans: Type.Array(Type.Object({ featureName: Type.String(), ...PlanContentShape.properties })),
  safeguards: Type.Array(Type.Object({ featureName: Type.String(), ...SafeguardContent.properties })),
});
export type ExportData = Static<typeof ExportData>;
