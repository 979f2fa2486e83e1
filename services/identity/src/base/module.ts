import { module } from '@signalbox/kit';
import { usersGrantsAndTokens } from './migrations/0001-users-grants-and-tokens.ts';
import { settingsOfUsers } from './migrations/0002-settings-of-users.ts';
import { unverifiedAddresses } from './migrations/0003-unverified-addresses.ts';

/** What every other module stands on: the tables, the settings, the access version, and what is known of toggles. */
export const base = module({
  migrations: [usersGrantsAndTokens, settingsOfUsers, unverifiedAddresses],
});
