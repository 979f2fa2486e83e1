import { DateTime, EnvironmentName, nullable, ProjectMode, UrlFriendlyName } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Project } from './project.ts';
import type { FeatureNaming } from './feature-naming.schema.ts';

export const projectParams = Type.Object({ projectId: Type.String() });
export const projectEnvironmentParams = Type.Object({ projectId: Type.String(), environment: Type.String() });

const ProjectName = Type.String({ minLength: 1, maxLength: 255 });
const Description = nullable(Type.String({ maxLength: 10_000 }));
const Stickiness = Type.String({ minLength: 1, maxLength: 100 });
const Limit = nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

export const CreateProject = Type.Object({
  id: UrlFriendlyName,
  name: ProjectName,
  description: Type.Optional(Description),
  mode: Type.Optional(ProjectMode),
  defaultStickiness: Type.Optional(Stickiness),
  featureLimit: Type.Optional(Limit),
  /** Defaults to all enabled environments. */
  environments: Type.Optional(Type.Array(EnvironmentName, { minItems: 1 })),
});
export type CreateProject = Static<typeof CreateProject>;

export const UpdateProject = Type.Object({
  name: ProjectName,
  description: Type.Optional(Description),
  mode: Type.Optional(ProjectMode),
  defaultStickiness: Type.Optional(Stickiness),
  featureLimit: Type.Optional(Limit),
});
export type UpdateProject = Static<typeof UpdateProject>;

export const CreatedProject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  mode: ProjectMode,
  defaultStickiness: Type.String(),
  featureLimit: nullable(Type.Integer()),
  environments: Type.Array(Type.String()),
});

export const ProjectSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  mode: ProjectMode,
  defaultStickiness: Type.String(),
  health: Type.Integer(),
  featureCount: Type.Integer(),
  memberCount: Type.Integer(),
  favorite: Type.Boolean(),
  createdAt: DateTime,
  updatedAt: nullable(DateTime),
});

/** The settings of a project in events. */
export function serializeProject(project: Project) {
  return {
    id: project.id,
    name: project.name,
    description: project.description ?? null,
    mode: project.mode,
    defaultStickiness: project.defaultStickiness,
    featureLimit: project.featureLimit ?? null,
    featureNaming: serializeNaming(project),
    linkTemplates: [...(project.linkTemplates ?? [])],
  };
}

export const serializeNaming = (project: Project): FeatureNaming => ({
  pattern: project.namingPattern ?? null,
  example: project.namingExample ?? null,
  description: project.namingDescription ?? null,
});
