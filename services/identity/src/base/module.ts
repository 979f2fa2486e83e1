import { module } from '@signalbox/kit';
import { usersGrantsAndTokens } from './migrations/0001-users-grants-and-tokens.ts';
import { settingsOfUsers } from './migrations/0002-settings-of-users.ts';
import { unverifiedAddresses } from './migrations/0003-unverified-addresses.ts';
import { importedPasswords } from './migrations/0004-imported-passwords.ts';
import { watches } from './migrations/0006-watches.ts';
import { readableTimes } from './migrations/0007-readable-times.ts';
import { provisionedAsSent } from './migrations/0008-provisioned-as-sent.ts';
import { authorizationGrants } from './migrations/0005-authorization-grants.ts';
import { costlyPasswords } from './migrations/0009-costly-passwords.ts';
import { groupNames } from './migrations/0010-group-names.ts';

/** The foundation of all other modules: tables, settings, the access version, and the projection of toggles. */
export const base = module({
  migrations: [
    usersGrantsAndTokens,
    settingsOfUsers,
    unverifiedAddresses,
    importedPasswords,
    authorizationGrants,
    watches,
    readableTimes,
    provisionedAsSent,
    costlyPasswords,
    groupNames,
  ],
});
