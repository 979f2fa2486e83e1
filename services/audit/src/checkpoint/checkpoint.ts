import type { EntityManager } from '@signalbox/kit';
import type { ValuesOf } from '@signalbox/table';
import { compactVerify, CompactSign, importJWK } from 'jose';
import { checkpointTable, verifiedCheckpoint } from '../tables/checkpoint.ts';
import { tablesOf } from '../tables/tables.ts';
import type { PrivateKey } from './checkpoint-key.ts';

/** What the log was at one moment, signed. */
export class Checkpoint extends checkpointTable.entity.class {}
checkpointTable.entity.setClass(Checkpoint);

/** A checkpoint as verification reads it. */
export type StoredCheckpoint = Readonly<ValuesOf<typeof checkpointTable, (typeof verifiedCheckpoint.names)[number]>>;

/** Those with numbers above `after` and up to `newest` that are said to be of events up to `upTo`, in their order. */
export async function readCheckpoints(
  em: EntityManager,
  { after, newest, upTo }: { readonly after: number; readonly newest: number; readonly upTo: number },
): Promise<StoredCheckpoint[]> {
  const rows = await tablesOf(em)
    .selectFrom('checkpoint')
    .select(verifiedCheckpoint.selection)
    .where('number', '>', after)
    .where('number', '<=', newest)
    .where('event_id', '<=', upTo)
    .orderBy('number')
    .execute();
  return rows.map((row) => verifiedCheckpoint.decode(row));
}

/** What a checkpoint says. */
export interface Signed {
  /** From 1 without gaps. */
  readonly number: number;
  /** The last event of the log, and its hash. */
  readonly eventId: number;
  readonly hash: string;
  /** Up to here, payloads may have been dropped. */
  readonly droppedTo: number;
  readonly createdAt: string;
}

const typ = 'signalbox-audit-checkpoint+jws';

/** A compact JWS of the checkpoint. */
export async function sign(signed: Signed, { id, jwk }: PrivateKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(signed)))
    .setProtectedHeader({ alg: 'EdDSA', kid: id, typ })
    .sign(await importJWK(jwk, 'EdDSA'));
}

/** A key that signatures are verified with. */
export interface VerifyingKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
}

/** What `jws` says, if one of the keys signed it; null otherwise. */
export async function readSigned(jws: string, keys: readonly VerifyingKey[]): Promise<Signed | null> {
  const find = async ({ kid }: { kid?: string }) => {
    const key = keys.find((each) => each.kid === kid);
    if (!key) throw new Error('there is no such key');
    return importJWK({ ...key }, 'EdDSA');
  };
  return compactVerify(jws, find, { algorithms: ['EdDSA'] }).then(
    ({ payload, protectedHeader }) => (protectedHeader.typ === typ ? (JSON.parse(new TextDecoder().decode(payload)) as Signed) : null),
    () => null,
  );
}

/** The last one of them all, as it is stored. */
export async function findLastCheckpoint(em: EntityManager): Promise<Checkpoint | undefined> {
  const [last] = await em.find(Checkpoint, {}, { orderBy: { number: 'desc' }, limit: 1 });
  return last;
}

/** What a stored checkpoint says, verified or not: whether it may be believed, verification says. Null for what is none. */
export function statedBy({ jws }: Pick<Checkpoint, 'jws'>): (Signed & { readonly keyId: string }) | null {
  const [header = '', payload = ''] = jws.split('.');
  try {
    return { ...(decoded(payload) as Signed), keyId: (decoded(header) as { kid: string }).kid };
  } catch {
    return null;
  }
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
