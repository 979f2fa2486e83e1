import { module } from '@signalbox/kit';
import { usersGrantsAndTokens } from './migrations/0001-users-grants-and-tokens.ts';
import { settingsOfUsers } from './migrations/0002-settings-of-users.ts';
import { unverifiedAddresses } from './migrations/0003-unverified-addresses.ts';
import { heardPositionEntity } from './projection/heard-position.ts';
import { knownOriginEntity } from './projection/known-origin.ts';
import { knownEnvironmentEntity, knownProjectEntity } from './projection/known-scope.ts';
import { knownSettingEntity } from './projection/known-setting.ts';
import { signOnSettingEntity } from './sign-on-setting/sign-on-setting.ts';

/** What every other module stands on: the tables, the settings, the access version, and what is known of toggles. */
export const base = module({
  entities: [heardPositionEntity, knownEnvironmentEntity, knownProjectEntity, knownOriginEntity, knownSettingEntity, signOnSettingEntity],
  migrations: [usersGrantsAndTokens, settingsOfUsers, unverifiedAddresses],
});
