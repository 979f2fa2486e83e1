import type { EntityManager } from '@signalbox/kit';
import type { ValuesOf } from '@signalbox/table';
import { compactVerify, CompactSign, importJWK } from 'jose';
import { checkpointTable, verifiedCheckpoint } from '../tables/checkpoint.ts';
import { tablesOf } from '../tables/tables.ts';
import type { PrivateKey } from './checkpoint-key.ts';

/** The signed end of the log at one moment. */
export class Checkpoint extends checkpointTable.entity.class {}
checkpointTable.entity.setClass(Checkpoint);

/** The columns of a checkpoint that verification reads. */
export type StoredCheckpoint = Readonly<ValuesOf<typeof checkpointTable, (typeof verifiedCheckpoint.names)[number]>>;

/** Checkpoints numbered above `after` and up to `newest`, for events up to `upTo`, in order. */
export async function readCheckpoints(
  em: EntityManager,
  { after, newest, upTo }: { readonly after: number; readonly newest: number; readonly upTo: number },
): Promise<StoredCheckpoint[]> {
  const numbered = tablesOf(em).selectFrom('checkpoint').where('number', '>', after).where('number', '<=', newest);
  return verifiedCheckpoint.read(numbered.where('event_id', '<=', upTo).orderBy('number'));
}

/** Signed content of a checkpoint. */
export interface Claims {
  /** From 1, without gaps. */
  readonly number: number;
  /** Id and hash of the last event of the log. */
  readonly eventId: number;
  readonly hash: string;
  /** Payloads may have been dropped up to this id. */
  readonly droppedTo: number;
  readonly createdAt: string;
}

const typ = 'signalbox-audit-checkpoint+jws';

/** Signs the checkpoint as a compact JWS. */
export async function sign(claims: Claims, { id, jwk }: PrivateKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ })
    .sign(await importJWK(jwk, 'EdDSA'));
}

/** A public key to verify signatures with. */
export interface VerifyingKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
}

/** The content of `jws` if one of the keys signed it, otherwise null. */
export async function readSigned(jws: string, keys: readonly VerifyingKey[]): Promise<Claims | null> {
  const find = async ({ kid }: { kid?: string }) => {
    const key = keys.find((each) => each.kid === kid);
    if (!key) throw new Error('the signing key does not exist');
    return importJWK({ ...key }, 'EdDSA');
  };
  return compactVerify(jws, find, { algorithms: ['EdDSA'] }).then(
    ({ payload, protectedHeader }) => (protectedHeader.typ === typ ? (JSON.parse(new TextDecoder().decode(payload)) as Claims) : null),
    () => null,
  );
}

/** The stored checkpoint with the highest number. */
export async function findLastCheckpoint(em: EntityManager): Promise<Checkpoint | undefined> {
  const [last] = await em.find(Checkpoint, {}, { orderBy: { number: 'desc' }, limit: 1 });
  return last;
}

/** Content of a stored checkpoint without verification of the signature; null if it cannot be decoded. */
export function claimsOf({ jws }: Pick<Checkpoint, 'jws'>): (Claims & { readonly keyId: string }) | null {
  const [header = '', payload = ''] = jws.split('.');
  try {
    return { ...(decoded(payload) as Claims), keyId: (decoded(header) as { kid: string }).kid };
  } catch {
    return null;
  }
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
