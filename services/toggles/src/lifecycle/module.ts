import { module } from '@signalbox/kit';
import { addProjectEnvironmentRoute } from './add-project-environment.ts';
import { cloneEnvironmentRoute } from './clone-environment.ts';
import { cloneFeatureRoute } from './clone-feature.ts';
import { deleteEnvironmentRoute } from './delete-environment.ts';
import { deleteProjectRoute } from './delete-project.ts';
import { moveFeatureRoute } from './move-feature.ts';
import { removeProjectEnvironmentRoute } from './remove-project-environment.ts';

/** What spans nouns: whole environments and projects, and features that change their project. One locking rule: see `lock-order.ts`. */
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
