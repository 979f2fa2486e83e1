import { Type } from 'typebox';
import { AgentMode } from '../principal.ts';
import { nullable, ProjectMode } from '../shapes.ts';
import { Rules } from '../rules.ts';
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
  when: 'a project is created; its creator becomes its owner',
  scope: project,
  data: Project,
});

export const projectUpdated = defineEvent('toggles', 'project-updated', {
  when: 'the settings of a project are updated',
  scope: project,
  data: Project,
  preData: Project,
});

const RulesOfProject = Type.Object({ rules: Rules });

export const projectRulesUpdated = defineEvent('toggles', 'project-rules-updated', {
  when: 'the rules of a project for changes to its features are updated',
  scope: project,
  data: RulesOfProject,
  preData: RulesOfProject,
});

const ModeOfAgents = Type.Object({ mode: nullable(AgentMode) });

export const projectAgentsUpdated = defineEvent('toggles', 'project-agents-updated', {
  when: 'a project changes the limit of agents in an environment; null means that the type of the environment decides',
  scope: projectEnvironment,
  data: ModeOfAgents,
  preData: ModeOfAgents,
});

export const projectDeleted = defineEvent('toggles', 'project-deleted', {
  when: 'a project is deleted, after a feature-deleted for each of its archived features',
  scope: project,
  preData: Project,
});

export const projectEnvironmentAdded = defineEvent('toggles', 'project-environment-added', {
  when: 'an environment is added to a project; the project’s features are disabled there, or have the configuration of the cloned environment',
  scope: projectEnvironment,
  touches: 'everything',
});

export const projectEnvironmentRemoved = defineEvent('toggles', 'project-environment-removed', {
  when: 'an environment is removed from a project with its feature configuration',
  scope: projectEnvironment,
  touches: 'everything',
});
