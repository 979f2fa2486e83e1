import {
  type AgentMode,
  type defaultStrategyUpdated,
  type EvaluatedContext,
  nullable,
  type ProjectMode,
  type Protection,
  type Rules,
} from '@signalbox/contracts';
import { bigInteger, boolean, instant, integer, json, longText, table, text } from '@signalbox/table';
import { type Static, Type } from 'typebox';

/** A link that each new feature of a project gets; `{{project}}` and `{{feature}}` stand for their names. */
export const LinkTemplate = Type.Object({ urlTemplate: Type.String(), title: nullable(Type.String()) });
export type LinkTemplate = Static<typeof LinkTemplate>;

/** The rules of a protected environment beyond its number of approvals. */
export type Policy = Omit<Protection, 'requiredApprovals'>;

export const projectTable = table('project', 'Project', {
  id: text(100).key(),
  name: text(255),
  description: longText().nullable(),
  mode: text(20).as<ProjectMode>(),
  defaultStickiness: text(100),
  featureLimit: integer().nullable(),
  namingPattern: longText().nullable(),
  namingExample: longText().nullable(),
  namingDescription: longText().nullable(),
  linkTemplates: json<LinkTemplate[]>().nullable(),
  rules: json<Rules>().nullable(),
  createdAt: instant(),
  updatedAt: instant().nullable(),
});

/** Numbers of events of a project on one day. */
export const projectActivityTable = table('project_activity', 'ProjectActivity', {
  projectId: text(100).key(),
  day: bigInteger().key(),
  events: integer(),
  lastAt: instant(),
});

export const environmentTable = table('environment', 'Environment', {
  name: text(100).key(),
  type: text(50),
  enabled: boolean(),
  protected: boolean().called('is_protected'),
  sortOrder: integer(),
  createdAt: instant(),
});

export const projectEnvironmentTable = table('project_environment', 'ProjectEnvironment', {
  project: text(100).called('project_id').key(),
  environment: text(100).key(),
  defaultStrategy: json<Static<typeof defaultStrategyUpdated.data>>().nullable(),
  /** The limit of agents; null: the type of the environment decides. */
  agentMode: text(20).as<AgentMode>().nullable(),
});

export const protectedEnvironmentTable = table('protected_environment', 'ProtectedEnvironment', {
  project: text(100).called('project_id').key(),
  environment: text(100).key(),
  requiredApprovals: integer(),
  policy: json<Policy>(),
});

/** Numbers of API tokens, from the events of identity. */
export const tokenCountTable = table('token_count', 'TokenCount', {
  environment: text(100).key(),
  project: text(100).called('project_id').key(),
  tokens: integer(),
});

export const personaTable = table('persona', 'Persona', {
  id: text(36).key(),
  project: text(100).called('project_id'),
  name: text(100),
  description: longText().nullable(),
  context: json<EvaluatedContext>(),
  createdBy: text(255).nullable(),
  createdAt: instant(),
});
