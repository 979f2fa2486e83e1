import { module } from '@signalbox/kit';
import { createEnvironmentRoute } from './environment/create-environment.ts';
import { getEnvironmentRoute } from './environment/get-environment.ts';
import { listEnvironmentsRoute } from './environment/list-environments.ts';
import { sortEnvironmentsRoute } from './environment/sort-environments.ts';
import { switchEnvironmentOffRoute, switchEnvironmentOnRoute } from './environment/switch-environment.ts';
import { updateEnvironmentRoute } from './environment/update-environment.ts';
import { validateEnvironmentNameRoute } from './environment/validate-environment-name.ts';
import { createPersonaRoute } from './persona/create-persona.ts';
import { deletePersonaRoute } from './persona/delete-persona.ts';
import { getPersonaRoute } from './persona/get-persona.ts';
import { listPersonasRoute } from './persona/list-personas.ts';
import { updatePersonaRoute } from './persona/update-persona.ts';
import { createProjectRoute } from './project/create-project.ts';
import { listEnvironmentsOfProjectRoute } from './project/list-environments-of-project.ts';
import { updateProjectSettingsRoute } from './project/update-project-settings.ts';
import { updateProjectRoute } from './project/update-project.ts';
import { validateProjectIdRoute } from './project/validate-project-id.ts';
import { configureChangeRequestsRoute } from './protection/configure-change-requests.ts';
import { listChangeRequestConfigurationsRoute } from './protection/list-change-request-configurations.ts';
import { listFreezesRoute } from './protection/list-freezes.ts';

/** The scopes of features: projects, environments, their protection, and the personas of a project. */
export const project = module({
  routes: [
    createProjectRoute,
    validateProjectIdRoute,
    updateProjectRoute,
    updateProjectSettingsRoute,
    listEnvironmentsRoute,
    listEnvironmentsOfProjectRoute,
    getEnvironmentRoute,
    createEnvironmentRoute,
    validateEnvironmentNameRoute,
    updateEnvironmentRoute,
    switchEnvironmentOnRoute,
    switchEnvironmentOffRoute,
    sortEnvironmentsRoute,
    listChangeRequestConfigurationsRoute,
    listFreezesRoute,
    configureChangeRequestsRoute,
    listPersonasRoute,
    createPersonaRoute,
    getPersonaRoute,
    updatePersonaRoute,
    deletePersonaRoute,
  ],
});
