// The foundation of all other modules: tables, settings, the access version, and the projection of toggles.

export { usersGrantsAndTokens } from './migrations/0001-users-grants-and-tokens.ts';
export { settingsOfUsers } from './migrations/0002-settings-of-users.ts';
export { unverifiedAddresses } from './migrations/0003-unverified-addresses.ts';
export { importedPasswords } from './migrations/0004-imported-passwords.ts';
export { watches } from './migrations/0006-watches.ts';
export { readableTimes } from './migrations/0007-readable-times.ts';
export { provisionedAsSent } from './migrations/0008-provisioned-as-sent.ts';
export { authorizationGrants } from './migrations/0005-authorization-grants.ts';
export { costlyPasswords } from './migrations/0009-costly-passwords.ts';
export { groupNames } from './migrations/0010-group-names.ts';
export { notifications } from './migrations/0011-notifications.ts';
export { agents } from './migrations/0012-agents.ts';
