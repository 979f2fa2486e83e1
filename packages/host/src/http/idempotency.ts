import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Failure, type Principal, principalKey } from '@signalbox/contracts';
import type { EntityManager, RouteDeclaration } from '@signalbox/kit';
import {
  completeIdempotencyRecord,
  deleteIdempotencyRecord,
  faultOf,
  findIdempotencyRecord,
  type IdempotencyRecord,
  writeIdempotencyRecord,
} from '@signalbox/store';
import type { Outgoing } from './send.ts';
import type { StoredRuntime } from '../runtime/runtime.ts';
import { headerOf } from './target.ts';

/** A request with an `Idempotency-Key`: a repetition must have no second effect. */
export interface Repeat {
  readonly principal: string;
  readonly key: string;
  readonly hash: string;
}

const maxKeyCharacters = 200;

/** Returns null without the header. Throws 400 for an anonymous caller, because another anonymous caller could read the response. */
export function repeatOf(
  request: IncomingMessage,
  body: unknown,
  principal: Principal,
  { transaction }: Pick<RouteDeclaration, 'transaction'>,
): Repeat | null {
  const key = headerOf(request, 'idempotency-key');
  if (!key) return null;
  if (transaction?.repetitions === 'refused')
    throw new Failure('BadRequestError', 'This route does not support Idempotency-Key. Send the request without it.');
  if (principal.kind === 'anonymous')
    throw new Failure('BadRequestError', 'Idempotency-Key requires an authenticated caller. Send the request without it.');
  if (key.length > maxKeyCharacters)
    throw new Failure('BadRequestError', `Idempotency-Key can have at most ${maxKeyCharacters} characters.`);
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`)
    .digest('hex');
  return { principal: principalKey(principal).slice(0, 150), key, hash };
}

/** Status of a record without a response: the request is still running, or its response is not stored. */
const noAnswer = 0;

/** Returns the stored response of the first request with the key, or null before it has committed. */
export async function findReplay(em: EntityManager, { principal, key, hash }: Repeat): Promise<Outgoing | null> {
  const recorded = await findIdempotencyRecord(em, principal, key);
  return recorded && replay(recorded, hash);
}

/** Returns the result of `work`. If it fails because the first request with the key has committed meanwhile, returns its response. */
export async function once({ store }: StoredRuntime, repeat: Repeat, work: () => Promise<Outgoing>): Promise<Outgoing> {
  try {
    return await work();
  } catch (error) {
    // For example because a name is in use.
    const mayHaveLost = error instanceof Failure ? error.status < 500 : faultOf(error) === 'duplicate';
    const winner = mayHaveLost && (await findIdempotencyRecord(store.reader(), repeat.principal, repeat.key).catch(() => null));
    if (winner) return replay(winner, repeat.hash);
    throw error;
  }
}

/** Returns the stored response of the first request. Throws 422 if this request differs, and 409 if there is no response to repeat. */
function replay(record: IdempotencyRecord, hash: string): Outgoing {
  if (record.requestHash !== hash) {
    throw new Failure(
      'IdempotencyKeyReusedError',
      'This Idempotency-Key was used for a different request. Use a new key for each request.',
    );
  }
  if (record.status === noAnswer)
    throw new Failure(
      'ConflictError',
      'The first request with this Idempotency-Key is still running, or its response was not stored. Check the outcome before sending it with a new key.',
    );
  return { status: record.status, headers: { ...record.headers, 'idempotency-replayed': 'true' }, body: record.body };
}

/** Stores a response for repetitions, in the transaction of its effect. */
export async function record(em: EntityManager, repeat: Repeat, answer: Outgoing, now: Date): Promise<void> {
  const written = recordOf(repeat, answer);
  if (written) await writeIdempotencyRecord(em, repeat.principal, repeat.key, written, now);
}

function recordOf({ hash }: Repeat, { status, headers, body }: Outgoing): IdempotencyRecord | null {
  if (typeof body !== 'string') return null;
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { requestHash: hash, status, headers: texts, body };
}

/** Key of a request whose handler opens units of work itself. The first of them claims it, in its own transaction. */
export function openClaim({ store, effects }: StoredRuntime, repeat: Repeat) {
  const { principal, key, hash: requestHash } = repeat;
  let isClaimed = false;
  return {
    /** Claims the key in the transaction of `em`, unless an earlier unit of work of the request did. */
    claim: async (em: EntityManager): Promise<void> => {
      const claimed = { requestHash, status: noAnswer, headers: {}, body: '' };
      if (!isClaimed) await writeIdempotencyRecord(em, principal, key, claimed, effects.now());
    },
    /** Called once the unit of work that claimed the key has committed. */
    committed: (): void => {
      isClaimed = true;
    },
    /** Stores the response for repetitions. */
    complete: async (answer: Outgoing): Promise<void> => {
      const written = recordOf(repeat, answer);
      if (isClaimed && written) await store.transaction((em) => completeIdempotencyRecord(em, principal, key, written));
    },
    /** Releases the key after a refusal, so that the request may be repeated. */
    release: async (): Promise<void> => {
      if (isClaimed) await store.transaction((em) => deleteIdempotencyRecord(em, principal, key));
    },
  };
}
