// The scopes of features: projects, environments, their protection, and the personas of a project.

export { listAgentModesRoute } from './agent/list-agent-modes.ts';
export { setAgentModesRoute } from './agent/set-agent-modes.ts';
export { createEnvironmentRoute } from './environment/create-environment.ts';
export { getEnvironmentRoute } from './environment/get-environment.ts';
export { listEnvironmentsRoute } from './environment/list-environments.ts';
export { sortEnvironmentsRoute } from './environment/sort-environments.ts';
export { switchEnvironmentOffRoute, switchEnvironmentOnRoute } from './environment/switch-environment.ts';
export { updateEnvironmentRoute } from './environment/update-environment.ts';
export { validateEnvironmentNameRoute } from './environment/validate-environment-name.ts';
export { createPersonaRoute } from './persona/create-persona.ts';
export { deletePersonaRoute } from './persona/delete-persona.ts';
export { getPersonaRoute } from './persona/get-persona.ts';
export { listPersonasRoute } from './persona/list-personas.ts';
export { updatePersonaRoute } from './persona/update-persona.ts';
export { createProjectRoute } from './project/create-project.ts';
export { listEnvironmentsOfProjectRoute } from './project/list-environments-of-project.ts';
export { updateProjectSettingsRoute } from './project/update-project-settings.ts';
export { updateProjectRoute } from './project/update-project.ts';
export { validateProjectIdRoute } from './project/validate-project-id.ts';
export { getRulesRoute } from './rule/get-rules.ts';
export { updateRulesRoute } from './rule/update-rules.ts';
export { configureChangeRequestsRoute } from './protection/configure-change-requests.ts';
export { listChangeRequestConfigurationsRoute } from './protection/list-change-request-configurations.ts';
export { listFreezesRoute } from './protection/list-freezes.ts';
