import { bigInteger, boolean, fixedText, instant, integer, longText, shortJson, table, text } from '@signalbox/table';

/** `registration-passwordless` registers a passkey that suffices to log in. */
export type ChallengePurpose = 'registration' | 'registration-passwordless' | 'log-in' | 'second-step' | 'step-up';

export const factorPolicyTable = table('factor_policy', 'FactorPolicy', {
  /** Always 1: there is at most one row. */
  id: integer().key(),
  everybody: boolean(),
  rootRoles: shortJson<number[]>(),
});

export const passkeyTable = table('passkey', 'Passkey', {
  /** Hash of the credential's id, which is too long for a key. */
  hash: fixedText(64).key(),
  /** Identifies it in lists. */
  id: fixedText(36),
  userId: integer(),
  /** The credential's id, in base64url. */
  credentialId: longText(),
  /** COSE, in base64url. */
  publicKey: longText(),
  /** Number of uses that the authenticator counted; 0 if it does not count. */
  counter: bigInteger().called('use_count'),
  transports: shortJson<string[]>(),
  name: text(100),
  /** True if it suffices to log in. */
  passwordless: boolean(),
  createdAt: instant(),
  seenAt: instant().nullable(),
});

/** The public key of a WebAuthn key pair; an authenticator of the user has the private key. */
export class Passkey extends passkeyTable.entity.class {}
passkeyTable.entity.setClass(Passkey);

export const passkeyChallengeTable = table('passkey_challenge', 'PasskeyChallenge', {
  /** Hash of the challenge. */
  hash: fixedText(64).key(),
  /** Null if the login starts with the passkey. */
  userId: integer().nullable(),
  purpose: text(40).as<ChallengePurpose>(),
  expiresAt: instant(),
});

export const recoveryCodeTable = table('recovery_code', 'RecoveryCode', {
  /** Hash of the code. */
  hash: fixedText(64).key(),
  userId: integer(),
});

export const totpFactorTable = table('totp_factor', 'TotpFactor', {
  userId: integer().key(),
  encryptedSecret: text(255),
  /** Time step of the last accepted code: no code is accepted twice (RFC 6238, section 5.2). */
  lastStep: bigInteger(),
  /** Null until a code has proved that the app has the secret. */
  confirmedAt: instant().nullable(),
  createdAt: instant(),
});
