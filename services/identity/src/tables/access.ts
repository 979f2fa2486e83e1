import type { Right } from '@signalbox/contracts';
import { boolean, fixedText, instant, integer, json, longText, shortJson, table, text } from '@signalbox/table';
import type { JWK } from 'jose';

export const customRoleTable = table('custom_role', 'CustomRole', {
  id: integer().key().serial(),
  type: text(20).as<'root-custom' | 'custom'>(),
  name: text(255),
  description: longText(),
  rights: json<Right[]>(),
});

/** A role that administrators created, for the entire instance (`root-custom`) or for projects (`custom`). */
export class CustomRole extends customRoleTable.entity.class {}
customRoleTable.entity.setClass(CustomRole);

export const groupTable = table('user_group', 'Group', {
  id: integer().key().serial(),
  name: text(256),
  description: longText().nullable(),
  /** Groups of the identity provider whose members single sign-on adds to this one. */
  mappingsSSO: json<string[]>().called('mappings_sso'),
  createdBy: text(255).nullable(),
  createdAt: instant(),
});

export const groupMemberTable = table('group_member', 'GroupMember', {
  groupId: integer().key(),
  userId: integer().key(),
  /** Single sign-on added the user, and may remove it. */
  bySso: boolean(),
  createdBy: text(255).nullable(),
  joinedAt: instant(),
});

/** A member that is deactivated, which joins the group once the provisioning client activates it. */
export const inactiveMemberTable = table('inactive_member', 'InactiveMember', {
  groupId: integer().key(),
  userId: integer().key(),
});

export const provisionedGroupTable = table('provisioned_group', 'ProvisionedGroup', {
  groupId: integer().key(),
  externalId: text(255),
});

export const roleGrantTable = table('role_grant', 'RoleGrant', {
  id: integer().key().serial(),
  userId: integer().nullable(),
  groupId: integer().nullable(),
  roleId: integer(),
  /** Null for a grant in the entire instance. */
  projectId: text(100).nullable(),
  createdAt: instant(),
});

export const signingKeyTable = table('signing_key', 'SigningKey', {
  id: fixedText(36).key(),
  publicJwk: shortJson<JWK>(),
  /** The private half as JSON, encrypted. */
  encryptedPrivateJwk: longText(),
  createdAt: instant(),
});
