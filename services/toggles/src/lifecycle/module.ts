import { module } from '@signalbox/kit';
import { addProjectEnvironmentRoute } from './add-project-environment.ts';
import { cloneEnvironmentRoute } from './clone-environment.ts';
import { cloneFeatureRoute } from './clone-feature.ts';
import { deleteEnvironmentRoute } from './delete-environment.ts';
import { deleteProjectRoute } from './delete-project.ts';
import { moveFeatureRoute } from './move-feature.ts';
import { removeProjectEnvironmentRoute } from './remove-project-environment.ts';

/**
 * Operations that span nouns: on whole environments and projects, and on features that change projects. `lock-order.ts` has
 * their locking rule.
 */
export const lifecycle = module({
  routes: [
    deleteProjectRoute,
    addProjectEnvironmentRoute,
    removeProjectEnvironmentRoute,
    cloneEnvironmentRoute,
    deleteEnvironmentRoute,
    cloneFeatureRoute,
    moveFeatureRoute,
  ],
});
