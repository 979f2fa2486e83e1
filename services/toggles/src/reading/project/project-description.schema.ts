import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { DefaultStrategy } from '../../project/project/default-strategy.schema.ts';
import { FeatureNaming } from '../../project/project/feature-naming.schema.ts';
import { ProjectSummary } from '../../project/project/project.schema.ts';

const { name, description, mode, defaultStickiness, health } = ProjectSummary.properties;

export const EnvironmentOfProject = Type.Object({
  environment: Type.String(),
  changeRequestsEnabled: Type.Boolean(),
  defaultStrategy: Type.Optional(DefaultStrategy),
});

/** The common part of all responses about one project. */
export const ProjectDescription = Type.Object({
  version: Type.Literal(1),
  name,
  description,
  mode,
  defaultStickiness,
  featureLimit: nullable(Type.Integer()),
  featureNaming: FeatureNaming,
  members: Type.Integer(),
  health,
  favorite: Type.Boolean(),
  environments: Type.Array(EnvironmentOfProject),
  createdAt: DateTime,
  updatedAt: nullable(DateTime),
});
