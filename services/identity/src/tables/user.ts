import { bigInteger, boolean, instant, integer, longText, table, text } from '@signalbox/table';

export const userTable = table('user', 'User', {
  id: integer().key().serial(),
  kind: text(20).as<'user' | 'service-account' | 'workload'>(),
  name: text(255).nullable(),
  username: text(255).nullable(),
  /** Lower-case. */
  email: text(255).nullable(),
  /** Signed up with an unverified address: its owner takes the account over by single sign-on. */
  emailUnverified: boolean().default(false),
  passwordHash: text(255).nullable(),
  /** Exactly one per user. */
  rootRole: integer(),
  /** Version of the access state that last changed this user's rights. */
  accessVersion: bigInteger(),
  /** Failed logins since the last successful one. */
  loginAttempts: integer(),
  seenAt: instant().nullable(),
  createdAt: instant(),
  /** Deleted users keep their rows, because events and grants refer to their ids. */
  deletedAt: instant().nullable(),
});

export const provisionedUserTable = table('provisioned_user', 'ProvisionedUser', {
  userId: integer().key(),
  /** Lower-case, because SCIM ignores case. */
  userName: text(255),
  externalId: text(255).nullable(),
  /** Restored with the name when the user is activated again. */
  email: text(255).nullable(),
  name: text(255).nullable(),
  active: boolean(),
});

export const userSettingTable = table('user_setting', 'UserSetting', {
  userId: integer().key(),
  key: text(100).key().called('setting_key'),
  /** JSON text. */
  content: longText(),
  updatedAt: instant(),
});
