import { boolean, fixedText, instant, integer, table, text } from '@signalbox/table';

export const resetTokenTable = table('reset_token', 'ResetToken', {
  /** Hash of the secret. */
  hash: fixedText(64).key(),
  userId: integer(),
  /** The administrator who created it; null if the user requested it by mail. */
  createdBy: integer().nullable(),
  /** True if it sets a first password. */
  invites: boolean(),
  createdAt: instant(),
  expiresAt: instant(),
  usedAt: instant().nullable(),
});

export const signUpLinkTable = table('sign_up_link', 'SignUpLink', {
  id: integer().key().serial(),
  /** Hash of the secret. */
  hash: fixedText(64),
  /** The last four digits of the secret. */
  masked: text(255),
  name: text(255),
  /** The link also expires. */
  enabled: boolean(),
  expiresAt: instant(),
  createdAt: instant(),
  /** The author's name, as in events. */
  createdBy: text(255),
  /** Null if an API token created it. */
  createdByUserId: integer().nullable(),
});

export const signUpTable = table('sign_up', 'SignUp', {
  userId: integer().key(),
  linkId: integer(),
});
