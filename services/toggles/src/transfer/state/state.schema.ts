import {
  DateTime,
  EnvironmentShape,
  FeatureStrategy as FeatureStrategyShape,
  nullable,
  SegmentShape,
  StrategyVariant,
  Tag,
  UrlFriendlyName,
  RowId,
} from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { CreateEnvironment } from '../../project/environment/environment.schema.ts';
import { CreatedProject, CreateProject } from '../../project/project/project.schema.ts';
import { WrittenFeature } from '../../feature/feature/feature.schema.ts';
import { WriteSegment } from '../../feature/segment/segment.schema.ts';
import { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { ImportedVariant } from '../../feature/variant/variant.schema.ts';
import { CreateTagType } from '../../vocabulary/tag/tag.schema.ts';
import { ExportData, ExportedTagType, many, some } from '../features/transfer.schema.ts';
import { CreateStrategyDefinition, StrategyDefinitionShape } from '../../vocabulary/strategy-definition/strategy-definition.schema.ts';

/** The name of the environment `default` in version 2. */
export const globalEnvironment = ':global:';
const EnvironmentName = Type.String({ minLength: 1, maxLength: 100, pattern: '^(?!\\.{1,2}$)(?::global:|[a-zA-Z0-9~_.-]+)$' });

/** In version 1, features contain their strategies. */
const OldStrategy = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  parameters: CreateStrategy.properties.parameters,
  constraints: CreateStrategy.properties.constraints,
});

const Feature = Type.Object({
  name: UrlFriendlyName,
  project: Type.String({ default: 'default' }),
  ...WrittenFeature.properties,
  createdAt: Type.Optional(nullable(DateTime)),
  enabled: Type.Optional(Type.Boolean()),
  strategies: Type.Optional(Type.Array(OldStrategy, { maxItems: 500 })),
  variants: Type.Optional(Type.Array(ImportedVariant)),
});

/** `strategyName` is the older name of `name`. */
const FeatureStrategy = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 100 })),
  featureName: Type.String(),
  environment: EnvironmentName,
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  strategyName: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  key: CreateStrategy.properties.key,
  title: CreateStrategy.properties.title,
  disabled: CreateStrategy.properties.disabled,
  sortOrder: CreateStrategy.properties.sortOrder,
  parameters: CreateStrategy.properties.parameters,
  constraints: CreateStrategy.properties.constraints,
  variants: Type.Optional(Type.Array(StrategyVariant)),
  segments: CreateStrategy.properties.segments,
});

/** The environment is in `environment`, or otherwise in `name`. */
const FeatureEnvironment = Type.Object({
  featureName: Type.String(),
  environment: Type.Optional(EnvironmentName),
  name: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  variants: Type.Optional(Type.Array(ImportedVariant)),
});

const StrategyDefinition = Type.Object({
  ...CreateStrategyDefinition.properties,
  displayName: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  editable: Type.Optional(Type.Boolean()),
  parameters: Type.Optional(CreateStrategyDefinition.properties.parameters),
  deprecated: Type.Optional(Type.Boolean()),
});

/** Required properties of strategies in version 4 that older versions lack (specification, endpoint 4). */
export const requiredOfStrategies = ['displayName', 'description', 'editable', 'deprecated', 'parameters'] as const;

/** Without a default, which would hide the older spelling. */
const TagPart = Type.Optional(Type.String({ minLength: 2, maxLength: 50 }));
const FeatureTag = Type.Object({ featureName: Type.String(), tagType: TagPart, tagValue: TagPart, type: TagPart, value: TagPart });

/** A project without environments of its own uses all of the state. */
const Project = Type.Object({
  ...CreateProject.properties,
  environments: Type.Optional(Type.Array(Type.String(), some)),
  health: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  favorite: Type.Optional(Type.Boolean()),
});

export const StrategySegmentLink = Type.Object({ segmentId: RowId, featureStrategyId: Type.String() });

/** Environments of version 2 have no type. */
const Environment = Type.Object({
  ...CreateEnvironment.properties,
  name: EnvironmentName,
  type: Type.Optional(CreateEnvironment.properties.type),
  protected: Type.Optional(Type.Boolean()),
});

/** Every list is a section. Missing sections are not changed. */
export const SentState = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  environments: Type.Optional(Type.Array(Environment, some)),
  projects: Type.Optional(Type.Array(Project, some)),
  features: Type.Optional(Type.Array(Feature, many)),
  featureEnvironments: Type.Optional(Type.Array(FeatureEnvironment, many)),
  featureStrategies: Type.Optional(Type.Array(FeatureStrategy, many)),
  strategies: Type.Optional(Type.Array(StrategyDefinition, some)),
  tagTypes: Type.Optional(Type.Array(CreateTagType, some)),
  tags: Type.Optional(Type.Array(Tag, many)),
  featureTags: Type.Optional(Type.Array(FeatureTag, many)),
  segments: Type.Optional(Type.Array(Type.Object({ ...WriteSegment.properties, id: Type.Optional(RowId) }), some)),
  featureStrategySegments: Type.Optional(Type.Array(StrategySegmentLink, many)),
});
export type SentState = Static<typeof SentState>;

type SettingsInEnvironment = Omit<Static<typeof FeatureEnvironment>, 'name' | 'environment'> & { readonly environment: string };

/** The current version of a state, with an environment in every setting, and a type of every environment. */
export type State = Omit<SentState, 'featureEnvironments' | 'environments'> & {
  readonly featureEnvironments?: SettingsInEnvironment[];
  readonly environments?: (Static<typeof Environment> & { readonly type: string })[];
};

export type Entry<Section extends Exclude<keyof State, 'version'>> = NonNullable<State[Section]>[number];

/** Deprecation and removal of the import and export of states. */
export const retires = { since: new Date('2026-01-01T00:00:00Z'), until: new Date('2028-01-01T00:00:00Z') };

/** A boolean query parameter as text. */
export const BooleanText = Type.Optional(Type.String());

/** `true`, or a number other than zero (reference, toggle side §17). */
export const isTrue = (text: string): boolean =>
  text === 'true' || (text.trim() !== '' && Number(text) !== 0 && !Number.isNaN(Number(text)));

/** A state that this instance exports, in the form of an import. */
export const ReadState = Type.Object({
  version: Type.Literal(4),
  environments: Type.Optional(Type.Array(EnvironmentShape)),
  projects: Type.Optional(Type.Array(Type.Omit(CreatedProject, ['featureLimit']))),
  features: Type.Optional(
    Type.Array(Type.Object({ ...Type.Omit(ExportData.properties.features.items, ['archived']).properties, createdAt: DateTime })),
  ),
  featureEnvironments: Type.Optional(ExportData.properties.featureEnvironments),
  featureStrategies: Type.Optional(
    Type.Array(
      Type.Object({
        ...Type.Omit(FeatureStrategyShape, ['segments']).properties,
        featureName: Type.String(),
        environment: Type.String(),
      }),
    ),
  ),
  strategies: Type.Optional(Type.Array(Type.Omit(StrategyDefinitionShape, ['managedBy']))),
  tagTypes: Type.Optional(Type.Array(ExportedTagType)),
  tags: Type.Optional(Type.Array(Tag)),
  featureTags: Type.Optional(Type.Array(Type.Omit(ExportData.properties.featureTags.items, ['createdByUserId']))),
  segments: Type.Optional(Type.Array(Type.Omit(SegmentShape, ['managedBy', 'createdBy', 'createdAt']))),
  featureStrategySegments: Type.Optional(Type.Array(StrategySegmentLink)),
});
export type ReadState = Static<typeof ReadState>;
