import { bigInteger, boolean, instant, integer, json, longText, table, text } from '@signalbox/table';

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
  /** The client's own notation of the names and addresses, which it compares with its directory. */
  sent: json<SentUser>().nullable(),
});

/** Attributes of a user as the provisioning client sent them (RFC 7643 §4.1), without nulls. */
export interface SentUser {
  readonly userName: string;
  readonly displayName?: string;
  readonly name?: Readonly<Record<string, string>>;
  readonly emails?: readonly { readonly value: string; readonly type?: string; readonly primary?: boolean; readonly display?: string }[];
}

export const userSettingTable = table('user_setting', 'UserSetting', {
  userId: integer().key(),
  key: text(100).key().called('setting_key'),
  /** JSON text. */
  content: longText(),
  updatedAt: instant(),
});

/** A value that a user stores under a key, for a console or script; the server never reads it. */
export class UserSetting extends userSettingTable.entity.class {}
userSettingTable.entity.setClass(UserSetting);
