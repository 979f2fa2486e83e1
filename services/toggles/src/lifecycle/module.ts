// Operations that span nouns: on whole environments and projects, and on features that change projects. `lock-order.ts` has
// their locking rule.

export { addProjectEnvironmentRoute } from './add-project-environment.ts';
export { cloneEnvironmentRoute } from './clone-environment.ts';
export { cloneFeatureRoute } from './clone-feature.ts';
export { deleteEnvironmentRoute } from './delete-environment.ts';
export { deleteProjectRoute } from './delete-project.ts';
export { moveFeatureRoute } from './move-feature.ts';
export { removeProjectEnvironmentRoute } from './remove-project-environment.ts';
