import { EnvironmentName, mapOf, nullable, Tag, UrlFriendlyName } from '@signalbox/contracts';
import { Type, type Static, type TSchema } from 'typebox';
import { Dependency, WrittenFeature } from '../../feature/feature/feature.schema.ts';
import { LinkInput } from '../../feature/feature/feature-link.ts';
import { SegmentName, WriteSegment } from '../../feature/segment/segment.schema.ts';
import { WritePersona } from '../../project/persona/persona.schema.ts';
import { FeatureNamingInput } from '../../project/project/feature-naming.schema.ts';
import { LinkTemplatesInput } from '../../project/project/link-template.ts';
import { UpdateProject } from '../../project/project/project.schema.ts';
import { milestoneCount, WriteTemplate } from '../../release/template/template.schema.ts';
import { UpdateContextField } from '../../vocabulary/context-field/context-field.schema.ts';
import { CreateStrategyDefinition, StrategyParameterInput } from '../../vocabulary/strategy-definition/strategy-definition.schema.ts';
import { CreateTagType, TagTypeContent } from '../../vocabulary/tag/tag.schema.ts';
import { ProtectionSpec } from './protection.schema.ts';
import { closed, DefaultStrategySpec, MilestoneSpec, ReleasePlanSpec, SettingsSpec } from './settings.schema.ts';

export const apiVersion = 'signalbox.dev/v1';

/** Limit on the documents of a request. */
export const maxDocuments = 20_000;

/** The parents of a feature. Features have at most one. */
const parents = Type.Optional(Type.Array(closed(Dependency.properties), { maxItems: 1 }));

export const FeatureSpec = closed({
  ...WrittenFeature.properties,
  tags: Type.Optional(Type.Array(Tag, { maxItems: 100 })),
  links: Type.Optional(Type.Array(closed(LinkInput.properties), { maxItems: 100 })),
  parents,
  environments: Type.Optional(mapOf(SettingsSpec, { description: 'Settings by environment. Other environments stay as they are.' })),
});
export type FeatureSpec = Static<typeof FeatureSpec>;

export const SegmentSpec = closed({
  description: WriteSegment.properties.description,
  constraints: Type.Optional(WriteSegment.properties.constraints),
});
export type SegmentSpec = Static<typeof SegmentSpec>;

export const ContextFieldSpec = closed(UpdateContextField.properties);
export type ContextFieldSpec = Static<typeof ContextFieldSpec>;

export const TagTypeSpec = closed(TagTypeContent.properties);
export type TagTypeSpec = Static<typeof TagTypeSpec>;

export const StrategyDefinitionSpec = closed({
  title: CreateStrategyDefinition.properties.title,
  description: CreateStrategyDefinition.properties.description,
  deprecated: Type.Optional(Type.Boolean()),
  parameters: Type.Optional(Type.Array(closed(StrategyParameterInput.properties))),
});
export type StrategyDefinitionSpec = Static<typeof StrategyDefinitionSpec>;

/** The project of an object. Segments without one are global. */
const project = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));

const documentOf = <const K extends string, M extends TSchema, S extends TSchema>(kind: K, metadata: M, spec: S) =>
  closed({ apiVersion: Type.Literal(apiVersion), kind: Type.Literal(kind), metadata, spec });

export const EnvironmentSpec = closed({
  protection: Type.Optional(nullable(ProtectionSpec)),
  defaultStrategy: Type.Optional(DefaultStrategySpec),
});
export type EnvironmentSpec = Static<typeof EnvironmentSpec>;

export const ProjectSpec = closed({
  ...UpdateProject.properties,
  featureNaming: Type.Optional(closed(FeatureNamingInput.properties)),
  linkTemplates: Type.Optional(Type.Array(closed(LinkTemplatesInput.items.properties))),
});
export type ProjectSpec = Static<typeof ProjectSpec>;

const { targetMilestone: _target, ...milestoneOfTemplate } = MilestoneSpec.properties;
export const ReleaseTemplateSpec = closed({
  description: WriteTemplate.properties.description,
  milestones: Type.Array(closed(milestoneOfTemplate), milestoneCount),
  safeguards: ReleasePlanSpec.properties.safeguards,
});
export type ReleaseTemplateSpec = Static<typeof ReleaseTemplateSpec>;

const { name: personaName, ...personaContent } = WritePersona.properties;
export const PersonaSpec = closed(personaContent);
export type PersonaSpec = Static<typeof PersonaSpec>;

/** The schema of each kind of document. Objects come after those that they refer to. */
export const documentSchemas = {
  TagType: documentOf('TagType', closed({ name: CreateTagType.properties.name }), TagTypeSpec),
  ContextField: documentOf('ContextField', closed({ name: UrlFriendlyName }), ContextFieldSpec),
  StrategyDefinition: documentOf('StrategyDefinition', closed({ name: UrlFriendlyName }), StrategyDefinitionSpec),
  Segment: documentOf('Segment', closed({ name: SegmentName, project }), SegmentSpec),
  Project: documentOf('Project', closed({ name: UrlFriendlyName }), ProjectSpec),
  ReleaseTemplate: documentOf('ReleaseTemplate', closed({ name: WriteTemplate.properties.name, project }), ReleaseTemplateSpec),
  Persona: documentOf('Persona', closed({ name: personaName, project }), PersonaSpec),
  Environment: documentOf('Environment', closed({ name: EnvironmentName, project }), EnvironmentSpec),
  Feature: documentOf('Feature', closed({ name: UrlFriendlyName, project }), FeatureSpec),
} as const;

export type Kind = keyof typeof documentSchemas;

/** Kinds that belong to a project and to no set. */
const ofProject = ['Project', 'ReleaseTemplate', 'Persona', 'Environment'] as const satisfies readonly Kind[];
export type KindOfProject = (typeof ofProject)[number];
export const isOfProject = (kind: Kind): kind is KindOfProject => (ofProject as readonly Kind[]).includes(kind);

export const kinds = Object.keys(documentSchemas) as readonly Kind[];

export type DocumentOf<K extends Kind> = Static<(typeof documentSchemas)[K]>;

/** An object of the instance in a file: complete, without ids, and without properties that have their default. */
export type Document = { [K in Kind]: DocumentOf<K> }[Kind];

export const DocumentKind = Type.Enum([...kinds]);

/** A document in requests and responses. Its kind determines the rest of its schema. */
export const DocumentShape = Type.Object(
  {
    apiVersion: Type.Literal(apiVersion),
    kind: DocumentKind,
    metadata: closed({ name: Type.String(), project }),
    spec: Type.Object({}, { additionalProperties: true }),
  },
  { description: 'GET /docs/schema/v1.json describes each kind.', additionalProperties: false },
);

/** The name of a set of documents. */
export const SetName = EnvironmentName;

/** The JSON Schema of files, for editors. */
export const documentsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Signalbox document',
  oneOf: Object.values(documentSchemas),
};
