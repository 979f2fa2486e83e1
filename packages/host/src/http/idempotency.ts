import { createHash } from 'node:crypto';
import { Failure, type Principal, principalKey } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { faultOf, findIdempotencyRecord, writeIdempotencyRecord, type IdempotencyRecord } from '@signalbox/store';
import type { Request as HttpRequest } from 'express';
import type { Outgoing } from './response-encoder.ts';
import type { StoredRuntime } from '../runtime/runtime.ts';

/** A request that says by its `Idempotency-Key` that it may come again, and must then have no second effect. */
export interface Repeat {
  readonly principal: string;
  readonly key: string;
  readonly hash: string;
}

const maxKeyCharacters = 200;

/** Null for a request that says nothing of the kind. */
export function repeatOf(http: HttpRequest, principal: Principal): Repeat | null {
  const key = http.get('idempotency-key');
  // Who is anonymous has no keys of their own: another one could collect the answer.
  if (!key || principal.kind === 'anonymous') return null;
  if (key.length > maxKeyCharacters)
    throw new Failure('BadRequestError', `Idempotency-Key may have at most ${maxKeyCharacters} characters.`);
  const hash = createHash('sha256')
    .update(`${http.method} ${http.originalUrl}\n${JSON.stringify(http.body ?? null)}`)
    .digest('hex');
  return { principal: principalKey(principal).slice(0, 150), key, hash };
}

/** The answer that the first request got. 422 when this one asks for something else. */
export function replay(record: IdempotencyRecord, hash: string): Outgoing {
  if (record.requestHash !== hash) {
    throw new Failure('IdempotencyKeyReusedError', 'This Idempotency-Key was used for another request. Use a fresh key for each request.');
  }
  return { status: record.status, headers: { ...record.headers, 'idempotency-replayed': 'true' }, body: record.body };
}

/** Records an answer for repetitions, in the transaction of its effect. */
export async function record(em: EntityManager, repeat: Repeat, answer: Outgoing, now: Date): Promise<void> {
  if (typeof answer.body !== 'string') return;
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const written = { requestHash: repeat.hash, status: answer.status, headers, body: answer.body };
  await writeIdempotencyRecord(em, repeat.principal, repeat.key, written, now);
}

/** A refusal may come from what the first request with the same key has just committed: a name in use, for example. */
export const mayHaveLostToItself = (error: unknown): boolean =>
  error instanceof Failure ? error.status < 500 : faultOf(error) === 'duplicate';

/** What the first request with the key was answered, if it has committed. */
export function findRecord(runtime: StoredRuntime, { principal, key }: Repeat): Promise<IdempotencyRecord | null> {
  return findIdempotencyRecord(runtime.store.reader(), principal, key).catch(() => null);
}
