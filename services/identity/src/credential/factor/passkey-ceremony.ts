import { Failure, hashSecret } from '@signalbox/contracts';
import type { Context, EntityManager, OpenContext, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import { nameOf, type User } from '../../user/user.ts';
import { type ChallengePurpose, Passkey } from '../../tables/factor.ts';
import { passkeysOf } from './factors-of-user.ts';
import type { AssertionResponse, RegistrationResponse } from './passkey.schema.ts';
import { createChallenge, takeChallenge } from './passkey-challenge.ts';

const maxPasskeys = 20;
/** COSE numbers of Ed25519, ES256 and RS256, which authenticators sign with. */
const algorithms = [-8, -7, -257];

/** Passkeys are bound to the host and origin of the public address (WebAuthn, section 5.1.2). */
function relyingParty(settings: Settings) {
  const { hostname, origin } = new URL(linkTo(settings, '/login'));
  return { rpID: hostname, origin };
}

/** Options for creating a passkey of the user. A passkey that suffices to log in must be discoverable. */
export async function registrationOptions(context: Context, user: User, passwordless: boolean): Promise<object> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const passkeys = await passkeysOf(context.em, user.id);
  if (passkeys.length >= maxPasskeys)
    throw new Failure('InvalidOperationError', `You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`);
  return generateRegistrationOptions({
    rpName: 'Signalbox',
    rpID: relyingParty(context.settings).rpID,
    userName: nameOf(user),
    userID: new TextEncoder().encode(handleOf(user.id)),
    challenge: bytesOf(createChallenge(context, passwordless ? 'registration-passwordless' : 'registration', user.id)),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: passwordless
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** A verified passkey that is not stored yet. */
export type NewPasskey = Pick<Passkey, 'hash' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'passwordless'>;

/** Verifies the response to a challenge of this user, which is valid for five minutes and once. Throws 400 otherwise. */
export async function verifyRegistration(context: OpenContext, userId: number, response: RegistrationResponse): Promise<NewPasskey> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const take = (purpose: ChallengePurpose) => context.write((work) => takeChallenge(work, challenge, purpose, userId));
  const passwordless = await take('registration-passwordless');
  const isTaken = passwordless || (await take('registration'));
  const credential =
    isTaken && (await isUnattested(response)) ? await registered(context.settings, challenge, response, passwordless) : null;
  if (!credential)
    throw new Failure('BadDataError', 'response does not match the challenge, or the challenge has expired. Start again.', {
      path: 'response',
    });
  return {
    hash: hashSecret(credential.id),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    passwordless,
  };
}

/** Returns null if the library throws, which is how it refuses. */
async function registered(settings: Settings, expectedChallenge: string, response: RegistrationResponse, passwordless: boolean) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = relyingParty(settings);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: passwordless,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  return registrationInfo?.credential ?? null;
}

/**
 * Attestation is not requested. A response with a certificate is refused before it is parsed: certificates may name addresses that a
 * verifier would call.
 */
async function isUnattested({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Options for proving possession of a passkey; with a null user, of any passkey that suffices to log in. */
export async function assertionOptions(context: Context, purpose: ChallengePurpose, userId: number | null): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const passkeys = userId === null ? [] : await passkeysOf(context.em, userId);
  return generateAuthenticationOptions({
    rpID: relyingParty(context.settings).rpID,
    challenge: bytesOf(createChallenge(context, purpose, userId)),
    allowCredentials: passkeys.map(describe),
    userVerification: userId === null ? 'required' : 'preferred',
  });
}

/** A verified proof: the passkey, and its authenticator's use count. */
export interface Assertion {
  readonly passkey: Passkey;
  readonly counter: number;
}

/**
 * Verifies a proof. Returns null unless it answers a challenge that was created for this purpose and user, in time and for the first time.
 * With a null `userId`, the passkey identifies its user, must suffice to log in, and its authenticator must have verified the user.
 */
export async function verifyAssertion(
  context: OpenContext,
  response: AssertionResponse,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<Assertion | null> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const isTaken = await context.write((work) => takeChallenge(work, challenge, purpose, userId));
  const passkey = await context.em.findOne(Passkey, { hash: hashSecret(response.id) });
  if (!isTaken || !passkey || !isMeant(passkey, response, userId)) return null;
  const counter = await asserted(context.settings, challenge, response, passkey, userId === null);
  return counter === null ? null : { passkey, counter };
}

function isMeant(passkey: Passkey, { response }: AssertionResponse, userId: number | null): boolean {
  if (userId !== null) return passkey.userId === userId;
  return passkey.passwordless && response.userHandle === Buffer.from(handleOf(passkey.userId)).toString('base64url');
}

async function asserted(
  settings: Settings,
  expectedChallenge: string,
  response: AssertionResponse,
  { credentialId, publicKey, counter }: Passkey,
  requireUserVerification: boolean,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = relyingParty(settings);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    requireUserVerification,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

/** Records the use. Returns false if the passkey was removed or used elsewhere in the meantime. The caller has locked the user. */
export async function noteUse({ em, now }: Context, { passkey, counter }: Assertion): Promise<boolean> {
  const unchanged = { hash: passkey.hash, userId: passkey.userId, counter: passkey.counter };
  return (await em.nativeUpdate(Passkey, unchanged, { counter, seenAt: now() })) === 1;
}

/** Stores the passkey. Throws 409 if it is already registered. */
export async function storePasskey(context: Context, userId: number, name: string, passkey: NewPasskey): Promise<Passkey> {
  if (await isStored(context.em, passkey)) throw new Failure('ConflictError', 'This passkey is already registered.');
  return context.em.create(Passkey, { ...passkey, id: context.id(), userId, name, createdAt: context.now(), seenAt: null });
}

const isStored = async (em: EntityManager, { hash }: NewPasskey): Promise<boolean> => (await em.count(Passkey, { hash })) > 0;

const describe = ({ credentialId, transports }: Passkey) => ({ id: credentialId, transports });

/** The authenticator's identifier of the user; meaningless to others. */
const handleOf = (userId: number): string => `user ${userId}`;

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** The challenge in the client data; empty if there is none. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
