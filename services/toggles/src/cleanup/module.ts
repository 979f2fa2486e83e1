// The removal of features: their references in code, and the verdicts on them.

export { listReferencesRoute } from './reference/list-references.ts';
export { listRepositoriesRoute } from './reference/list-repositories.ts';
export { removeRepositoryRoute } from './reference/remove-repository.ts';
export { uploadReferencesRoute } from './reference/upload-references.ts';
export { getCleanupRoute } from './verdict/get-cleanup.ts';
export { listCleanupRoute } from './verdict/list-cleanup.ts';
export { endSnoozeRoute, snoozeFeatureRoute } from './verdict/snooze-feature.ts';
export { storeVerdictsJob } from './verdict/store-verdicts.ts';
