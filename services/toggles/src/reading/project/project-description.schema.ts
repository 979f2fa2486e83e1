import { DateTime, defaultStrategyUpdated, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { FeatureNaming } from '../../project/project/feature-naming.schema.ts';
import { ProjectSummary } from '../../project/project/project.schema.ts';

const { name, description, mode, defaultStickiness, health } = ProjectSummary.properties;

/** What every page about one project begins with. */
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
  environments: Type.Array(
    Type.Object({
      environment: Type.String(),
      changeRequestsEnabled: Type.Boolean(),
      defaultStrategy: Type.Optional(defaultStrategyUpdated.data),
    }),
  ),
  createdAt: DateTime,
  updatedAt: nullable(DateTime),
});
