import { checkpointKeyTable } from '../tables/checkpoint.ts';
import { generateKeyPairSync } from 'node:crypto';
import type { Cipher } from '@signalbox/cipher';
import { type Context, dayMs, encryptedRows, type EntityManager } from '@signalbox/kit';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** An Ed25519 key for checkpoints. Only the newest signs; older ones still verify. */
export class CheckpointKey extends checkpointKeyTable.entity.class {}
checkpointKeyTable.entity.setClass(CheckpointKey);

const curve = { kty: 'OKP', crv: 'Ed25519' } as const;

/** A public key (JWK). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  /** Creation time of the key, which signs from then on. */
  readonly createdAt: string;
}

/** All keys that ever signed, newest first. */
export async function readPublicKeys(em: EntityManager): Promise<PublicKey[]> {
  const keys = await em.find(CheckpointKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' } });
  return keys.map(({ id, publicX, createdAt }) => ({
    ...curve,
    x: publicX,
    kid: id,
    alg: 'EdDSA' as const,
    createdAt: createdAt.toISOString(),
  }));
}

/** A key that can sign. */
export interface PrivateKey {
  readonly id: string;
  readonly jwk: JWK;
  /** True for a newly created key. */
  readonly isNew: boolean;
}

/** The current signing key. Creates one if there is none, if the newest is too old, or if it cannot be decrypted any more. */
export async function signingKey({ em, now }: Pick<Context, 'em' | 'now'>, cipher: Cipher, maxDays: number): Promise<PrivateKey> {
  const [newest] = await em.find(CheckpointKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 1 });
  const isFresh = newest !== undefined && now().getTime() - newest.createdAt.getTime() < maxDays * dayMs;
  const d = isFresh ? decrypted(cipher, newest) : null;
  if (newest && d !== null) return { id: newest.id, jwk: { ...curve, x: newest.publicX, d }, isNew: false };
  if (newest) newest.privateD = null;
  return createKey(em, cipher, now());
}

/** The newest key, whatever its age. Null if there is none, or if it cannot be decrypted any more. */
export async function findSigningKey(em: EntityManager, cipher: Cipher): Promise<Pick<PrivateKey, 'id' | 'jwk'> | null> {
  const [newest] = await em.find(CheckpointKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 1 });
  const d = newest ? decrypted(cipher, newest) : null;
  return newest && d !== null ? { id: newest.id, jwk: { ...curve, x: newest.publicX, d } } : null;
}

async function createKey(em: EntityManager, cipher: Cipher, createdAt: Date): Promise<PrivateKey> {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;
  const { x = '', d = '' } = jwk;
  const id = await calculateJwkThumbprint({ ...curve, x });
  em.create(CheckpointKey, { id, publicX: x, privateD: cipher.encrypt(d, purposeOf(id)), createdAt });
  return { id, jwk, isNew: true };
}

const purposeOf = (id: string) => `checkpoint key ${id}`;

export const privateCheckpointKeys = encryptedRows({
  what: 'keys that sign checkpoints',
  entity: CheckpointKey,
  key: 'id',
  replace(key, replace) {
    if (key.privateD) key.privateD = replace(key.privateD, purposeOf(key.id));
  },
});

/** Null if the key was encrypted with a different encryption key. */
const decrypted = (cipher: Cipher, { id, privateD }: CheckpointKey): string | null =>
  privateD ? cipher.tryDecrypt(privateD, purposeOf(id)) : null;
