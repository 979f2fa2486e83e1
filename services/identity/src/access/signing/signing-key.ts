import { generateKeyPairSync } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { type Principal, principalIssuer } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { Instant, JsonText } from '@signalbox/kit';
import { createLocalJWKSet, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

export const signingKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    id: p.string().primary(),
    privateJwk: p.type(JsonText).$type<JWK>().fieldName('private_jwk'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** What principals are signed with (Ed25519). The newest signs; older ones are still believed. */
export class SigningKey extends signingKeyEntity.class {}
signingKeyEntity.setClass(SigningKey);

export function createSigningKey(context: Context): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const privateJwk = privateKey.export({ format: 'jwk' }) as JWK;
  context.em.create(SigningKey, { id: context.id(), privateJwk, createdAt: context.now() });
}

/** The public halves, as others verify with them. */
export async function readPublicKeys(em: EntityManager): Promise<Record<string, unknown>[]> {
  const keys = await em.find(SigningKey, {}, { orderBy: { createdAt: 'asc' } });
  return keys.map(({ id, privateJwk: { kty, crv, x } }) => ({ kty, crv, x, kid: id, alg: 'EdDSA' }));
}

/** A compact JWS that says who it is until `expiresAt` (whole seconds, rounded down). */
export const signPrincipal = (em: EntityManager, principal: Principal, expiresAt: Date): Promise<string> =>
  signClaims(em, principalIssuer, { principal }, expiresAt);

/** A compact JWS of the claims. What is signed under one issuer counts for nothing under another. */
export async function signClaims(em: EntityManager, issuer: string, claims: JWTPayload, expiresAt: Date): Promise<string> {
  const [key] = await em.find(SigningKey, {}, { orderBy: { createdAt: 'desc' }, limit: 1 });
  if (!key) throw new Error('there is no signing key: this service was not prepared');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id })
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(await importJWK(key.privateJwk, 'EdDSA'));
}

/** The claims that `signClaims` signed under the issuer; null for everything else, and for what has expired. */
export async function verifyClaims(em: EntityManager, issuer: string, token: string, now: Date): Promise<JWTPayload | null> {
  const keys = createLocalJWKSet({ keys: await readPublicKeys(em) });
  const options = { algorithms: ['EdDSA'], issuer, requiredClaims: ['exp'], currentDate: now };
  return jwtVerify(token, keys, options).then(
    ({ payload }) => payload,
    () => null,
  );
}
