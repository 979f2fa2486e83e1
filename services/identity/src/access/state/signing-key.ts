import { generateKeyPairSync } from 'node:crypto';
import { type Principal, principalIssuer } from '@signalbox/contracts';
import type { Context, EntityManager, ReadContext } from '@signalbox/kit';
import { encryptedRows } from '@signalbox/kit';
import { createLocalJWKSet, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { publishAccess } from '../../base/access-broadcast.ts';
import { cipherOf } from '../../base/cipher.ts';
import { signingKeyTable } from '../../tables/access.ts';

/** Key that signs principals (Ed25519). The newest one that this process can decrypt signs; all others still verify. */
class SigningKey extends signingKeyTable.entity.class {}
signingKeyTable.entity.setClass(SigningKey);

/** Creates a signing key if there is none that this process can decrypt, for example after a change of the encryption key. */
export async function ensureSigningKey(context: Context): Promise<void> {
  if (await findSigningKey(context)) return;
  const { privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x, ...secret } = privateKey.export({ format: 'jwk' }) as JWK;
  const publicJwk = { kty, crv, x } as JWK;
  const id = context.id();
  const encryptedPrivateJwk = cipherOf(context.settings).encrypt(JSON.stringify({ ...publicJwk, ...secret }), purposeOf(id));
  context.em.create(SigningKey, { id, publicJwk, encryptedPrivateJwk, createdAt: context.now() });
  publishAccess(context, []); // Every process needs it to verify.
}

const purposeOf = (id: string): string => `signing key ${id}`;

export const privateSigningKeys = encryptedRows({
  what: 'keys that sign principals',
  entity: SigningKey,
  key: 'id',
  replace(key, replace) {
    key.encryptedPrivateJwk = replace(key.encryptedPrivateJwk, purposeOf(key.id));
  },
});
const maxTried = 10;

type WithKeys = Pick<ReadContext, 'em' | 'settings'>;

async function findSigningKey({ em, settings }: WithKeys): Promise<{ id: string; jwk: JWK } | null> {
  const keys = await em.find(SigningKey, {}, { orderBy: { createdAt: 'desc' }, limit: maxTried });
  for (const { id, encryptedPrivateJwk } of keys) {
    const text = cipherOf(settings).tryDecrypt(encryptedPrivateJwk, purposeOf(id));
    if (text !== null) return { id, jwk: JSON.parse(text) as JWK };
  }
  return null;
}

/** The public keys for verification. */
export async function readPublicKeys(em: EntityManager): Promise<Record<string, unknown>[]> {
  const keys = await em.find(SigningKey, {}, { orderBy: { createdAt: 'asc' } });
  return keys.map(({ id, publicJwk: { kty, crv, x } }) => ({ kty, crv, x, kid: id, alg: 'EdDSA' }));
}

/** Returns a compact JWS of the principal, valid until `expiresAt` (rounded down to seconds). */
export const signPrincipal = (context: WithKeys, principal: Principal, expiresAt: Date): Promise<string> =>
  signClaims(context, principalIssuer, { principal }, expiresAt);

/** Returns a compact JWS of the claims. A signature under one issuer is invalid under another. */
export async function signClaims(context: WithKeys, issuer: string, claims: JWTPayload, expiresAt: Date): Promise<string> {
  const key = await findSigningKey(context);
  if (!key) throw new Error('no signing key can be decrypted with ENCRYPTION_KEY');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id })
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(await importJWK(key.jwk, 'EdDSA'));
}

/** Claims that `signClaims` signed under the issuer; null for any other or expired token. */
export async function verifyClaims(em: EntityManager, issuer: string, token: string, now: Date): Promise<JWTPayload | null> {
  const keys = createLocalJWKSet({ keys: await readPublicKeys(em) });
  const options = { algorithms: ['EdDSA'], issuer, requiredClaims: ['exp'], currentDate: now };
  return jwtVerify(token, keys, options).then(
    ({ payload }) => payload,
    () => null,
  );
}
