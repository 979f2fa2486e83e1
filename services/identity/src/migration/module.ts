// Users and credentials imported from another system.

export { importPersonalTokensRoute } from './import-personal-tokens.ts';
export { importTokensRoute } from './import-tokens.ts';
export { importUsersRoute } from './import-users.ts';
