import { bigInteger, boolean, fixedText, instant, integer, shortJson, table, text } from '@signalbox/table';

/** The identity provider's session, and the data to end it there as well. */
export interface SignOn {
  readonly by: 'saml' | 'oidc';
  readonly subject: string;
  readonly sessionIndex?: string;
}

export const sessionTable = table('login_session', 'Session', {
  /** Hash of the secret in the cookie. */
  hash: fixedText(64).key(),
  /** Identifies it in lists. */
  id: fixedText(36),
  userId: integer(),
  address: text(64),
  /** The browser's `User-Agent`, truncated. */
  browser: text(255),
  /** No second factor was proved: the session is invalid if one is required. */
  passwordOnly: boolean().default(false),
  /** Until then, no further step-up authentication is required. */
  provedUntil: instant().nullable(),
  createdAt: instant(),
  expiresAt: instant(),
  signOn: shortJson<SignOn>().nullable(),
});

export const pendingLogInTable = table('pending_log_in', 'PendingLogIn', {
  /** Hash of the secret. */
  hash: fixedText(64).key(),
  userId: integer(),
  /** Number of wrong codes. */
  refused: integer(),
  expiresAt: instant(),
  /** Null for a login with a password. */
  signOn: shortJson<SignOn>().nullable(),
});

export const usedAssertionTable = table('used_assertion', 'UsedAssertion', {
  /** Hash of the provider and the assertion's id. */
  hash: fixedText(64).key(),
  /** Hash of the code that opens the session; null once it has. */
  codeHash: fixedText(64).nullable(),
  /** Hash of the id of the request that it answers. */
  requestHash: fixedText(64),
  userId: integer(),
  signOn: shortJson<SignOn>(),
  createdAt: instant(),
  expiresAt: instant(),
});

/** An accepted assertion, stored as long as a replay is possible. */
export class UsedAssertion extends usedAssertionTable.entity.class {}
usedAssertionTable.entity.setClass(UsedAssertion);

export const knownBrowserTable = table('known_browser', 'KnownBrowser', {
  /** Hash of the secret in its cookie. */
  hash: fixedText(64).key(),
  userId: integer(),
  createdAt: instant(),
  expiresAt: instant(),
});

export const logInTable = table('log_in', 'LogIn', {
  id: integer().key().serial(),
  /** Null for an unknown name. */
  userId: integer().nullable(),
  successful: boolean(),
  address: text(64),
  createdAt: instant(),
});

export const unknownUserTable = table('unknown_user', 'UnknownUser', {
  /** Calculated from the name: see `log-in-guard.ts`. */
  id: integer().key(),
  loginAttempts: bigInteger(),
});
