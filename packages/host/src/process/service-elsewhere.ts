import { Failure, type FailureBody, type FailureName, failureStatuses } from '@signalbox/contracts';
import { type Readiness, urlSettingOf } from '@signalbox/kit';
import { SignJWT } from 'jose';
import { Pool, request } from 'undici';
import { type ForwardingParts, forwardTo, shortlyIdle } from '../http/forward.ts';
import { type AskingParts, audience, checkedAnswer, type Order, refusedHeader, secretKey, unanswered } from '../questions/question-wire.ts';
import type { Peer } from './peers.ts';

/** A service in another process, at a URL. Forwarded requests and questions have connections of their own. */
export function serviceElsewhere(service: string, url: string, parts: ForwardingParts & AskingParts): Peer {
  const { listener, close } = forwardTo(service, url, parts);
  const pool = new Pool(url, { ...shortlyIdle, connections: 16, connect: { timeout: parts.connectTimeoutMs } });
  return {
    listener,
    readiness: () => readinessAt(service, url, parts),
    ask: (order) => askOver(pool, order, parts),
    close: () => Promise.all([close(), pool.destroy()]),
  };
}

/** Readiness is public, so it contains the setting instead of the internal address. */
async function readinessAt(service: string, url: string, { connectTimeoutMs }: ForwardingParts): Promise<Readiness> {
  try {
    const answer = await request(`${url}/ready`, { reset: true, signal: AbortSignal.timeout(connectTimeoutMs) });
    const body = (await answer.body.json()) as { services?: Record<string, Readiness> };
    return (
      body.services?.[service] ?? {
        state: 'away',
        reason: `The address in ${urlSettingOf({ name: service }).name} belongs to another service.`,
      }
    );
  } catch {
    return { state: 'away', reason: `The service cannot be reached at the address in ${urlSettingOf({ name: service }).name}.` };
  }
}

async function askOver(pool: Pool, order: Order, self: AskingParts): Promise<unknown> {
  const { question } = order;
  const { statusCode, headers, text } = await send(pool, order, self);
  if (statusCode === 200) return checkedAnswer(question, text);
  if (headers[refusedHeader] === undefined)
    throw unanswered(question, new Error(`${question.service} answered ${statusCode} to ${question.name}: ${text.slice(0, 200)}`));
  throw refusalIn(text, headers['retry-after']);
}

async function send(pool: Pool, { question, input, requestId, deadlineMs }: Order, self: AskingParts) {
  try {
    const traceparent = self.traceparent();
    const further = { ...(requestId && { 'x-request-id': requestId }), ...(traceparent && { traceparent }) };
    const { statusCode, headers, body } = await pool.request({
      method: 'POST',
      path: `/internal/${question.name}`,
      headers: { 'content-type': 'application/json', authorization: await credential(self), ...further },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(deadlineMs),
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
