import { Failure, type FailureBody, type FailureName, failureStatuses } from '@signalbox/contracts';
import { SignJWT } from 'jose';
import { Pool } from 'undici';
import { shortlyIdle } from '../http/forward.ts';
import { type AskingParts, audience, checkedAnswer, type Order, refusedHeader, secretKey, unanswered } from './question-wire.ts';

/** Asks questions over HTTP, on pooled connections. */
export interface AskerElsewhere {
  ask(url: string, order: Order): Promise<unknown>;
  close(): Promise<unknown>;
}

export function askerElsewhere(self: AskingParts): AskerElsewhere {
  const pools = new Map<string, Pool>();
  return {
    ask(url, order) {
      const { deadlineMs } = order.question;
      const pool = pools.get(url) ?? new Pool(url, { ...shortlyIdle, connections: 16, connect: { timeout: deadlineMs } });
      pools.set(url, pool);
      return askOver(pool, order, self);
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.destroy())),
  };
}

async function askOver(pool: Pool, order: Order, self: AskingParts): Promise<unknown> {
  const { question } = order;
  const { statusCode, headers, text } = await send(pool, order, self);
  if (statusCode === 200) return checkedAnswer(question, text);
  if (headers[refusedHeader] === undefined)
    throw unanswered(question, new Error(`${question.service} answered ${statusCode} to ${question.name}: ${text.slice(0, 200)}`));
  throw refusalIn(text, headers['retry-after']);
}

async function send(pool: Pool, { question, input, requestId }: Order, self: AskingParts) {
  try {
    const traceparent = self.traceparent();
    const further = { ...(requestId && { 'x-request-id': requestId }), ...(traceparent && { traceparent }) };
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: `/internal/${question.name}`,
      headers: { 'content-type': 'application/json', authorization: await credential(self), ...further },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(question.deadlineMs),
    });
    return { statusCode, headers, text: await body.text() };
  } catch (error) {
    throw unanswered(question, error);
  }
}

/** Reconstructs the failure from another service's response. */
function refusalIn(text: string, retryAfter: unknown): Failure {
  const { id, name, message, details, ...extra } = JSON.parse(text) as FailureBody;
  const known: FailureName = Object.hasOwn(failureStatuses, name) ? name : 'InternalError';
  const seconds = typeof retryAfter === 'string' ? { retryAfterSeconds: Number(retryAfter) } : {};
  return new Failure(known, message, { details, extra, ...seconds, cause: new Error(`refused elsewhere under the id ${id}`) });
}

/** Service credential: the caller's name, signed with the newest shared secret, valid for a minute. */
async function credential({ secrets: [secret], name }: AskingParts): Promise<string> {
  if (secret === undefined) throw new Error('INTERNAL_SECRET is needed to ask another process');
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(name)
    .setAudience(audience)
    .setExpirationTime('1 minute')
    .sign(secretKey(secret));
}
