import { Type } from 'typebox';
import { nullable, ProjectMode } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { project, projectEnvironment } from './scope.ts';

const FeatureNaming = Type.Object({
  pattern: nullable(Type.String()),
  example: nullable(Type.String()),
  description: nullable(Type.String()),
});

const LinkTemplate = Type.Object({ urlTemplate: Type.String(), title: nullable(Type.String()) });

const Project = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  mode: ProjectMode,
  defaultStickiness: Type.String(),
  featureLimit: nullable(Type.Integer()),
  featureNaming: Type.Optional(FeatureNaming),
  linkTemplates: Type.Optional(Type.Array(LinkTemplate)),
});

export const projectCreated = defineEvent('toggles', 'project-created', {
  when: 'a project is created; whoever created it becomes its owner',
  scope: project,
  data: Project,
});

export const projectUpdated = defineEvent('toggles', 'project-updated', {
  when: 'the settings of a project are changed',
  scope: project,
  data: Project,
  preData: Project,
});

export const projectDeleted = defineEvent('toggles', 'project-deleted', {
  when: 'a project is deleted, after a feature-deleted for each of its archived features',
  scope: project,
  preData: Project,
});

export const projectEnvironmentAdded = defineEvent('toggles', 'project-environment-added', {
  when: 'a project starts to use an environment; its features are off there, or as they were in the environment that it is a clone of',
  scope: projectEnvironment,
  touches: 'everything',
});

export const projectEnvironmentRemoved = defineEvent('toggles', 'project-environment-removed', {
  when: 'a project stops to use an environment; what its features had there is gone',
  scope: projectEnvironment,
  touches: 'everything',
});
