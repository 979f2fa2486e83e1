// What keeps a feature alive: its references in code.

export { listReferencesRoute } from './reference/list-references.ts';
export { listRepositoriesRoute } from './reference/list-repositories.ts';
export { removeRepositoryRoute } from './reference/remove-repository.ts';
export { uploadReferencesRoute } from './reference/upload-references.ts';
