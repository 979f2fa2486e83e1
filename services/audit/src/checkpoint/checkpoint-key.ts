import { checkpointKeyTable } from '../tables/checkpoint.ts';
import { generateKeyPairSync } from 'node:crypto';
import type { Cipher } from '@signalbox/cipher';
import { type Context, dayMs, encryptedRows, type EntityManager } from '@signalbox/kit';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** What checkpoints are signed with (Ed25519). The newest signs; older ones can no longer sign, and are still believed. */
export class CheckpointKey extends checkpointKeyTable.entity.class {}
checkpointKeyTable.entity.setClass(CheckpointKey);

const curve = { kty: 'OKP', crv: 'Ed25519' } as const;

/** A public key, as others verify with it. */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  /** Since when it signs. */
  readonly createdAt: string;
}

/** Every key that ever signed, the newest first. */
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
  /** It signs for the first time. */
  readonly isNew: boolean;
}

/** The key that signs: another one where there is none yet, where the last one is too old, or where it cannot be decrypted any more. */
export async function signingKey({ em, now }: Pick<Context, 'em' | 'now'>, cipher: Cipher, maxDays: number): Promise<PrivateKey> {
  const [newest] = await em.find(CheckpointKey, {}, { orderBy: { createdAt: 'desc', id: 'asc' }, limit: 1 });
  const isFresh = newest !== undefined && now().getTime() - newest.createdAt.getTime() < maxDays * dayMs;
  const d = isFresh ? decrypted(cipher, newest) : null;
  if (newest && d !== null) return { id: newest.id, jwk: { ...curve, x: newest.publicX, d }, isNew: false };
  if (newest) newest.privateD = null;
  return createKey(em, cipher, now());
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

/** Null for what was encrypted under another key of the settings. */
const decrypted = (cipher: Cipher, { id, privateD }: CheckpointKey): string | null =>
  privateD ? cipher.tryDecrypt(privateD, purposeOf(id)) : null;
