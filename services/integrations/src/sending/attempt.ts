import { Failure } from '@signalbox/contracts';
import type { GuardedFetch } from '@signalbox/outbound';
import { signatureHeaders } from '../addon/signature.ts';
import type { OutgoingRequest, Parameters, Provider, ProviderSettings, SentEvent } from '../provider/provider.ts';
import { attemptsOfRefused, maxAttempts } from './backoff.ts';

/** An event that is to be sent, with all that is needed for it. */
export interface Shipment {
  readonly deliveryId: number;
  /** The number of the attempt; the first one is 1. */
  readonly attempt: number;
  readonly queuedAt: Date;
  /** Which of its requests are sent, counted from 0; null for all. */
  readonly unsent: readonly number[] | null;
  readonly messageId: string;
  readonly event: SentEvent;
  readonly provider: Provider;
  readonly parameters: Parameters;
  /** What requests are signed with. */
  readonly secrets: readonly string[];
}

/** What became of an attempt. */
export interface Outcome {
  /** Null where it arrived. */
  readonly problem: string | null;
  /** Of the last answer; null where there was none. */
  readonly status: number | null;
  /** How often an event may be tried that fails like this. */
  readonly maxAttempts: number;
  readonly retryAfterMs: number;
  /** The requests that have not arrived, counted from 0; null where all have, or none was made. */
  readonly unsent: readonly number[] | null;
}

/** The outcome of one request. */
type Answered = Omit<Outcome, 'unsent'>;

/** What sends. */
export interface Sending extends ProviderSettings {
  readonly outbound: GuardedFetch;
  readonly now: () => Date;
  /** After so long, no further request of the same attempt is begun. */
  readonly attemptMs: number;
}

/**
 * Sends the requests of the event that have not arrived yet. One that the receiver refuses, a channel that is gone for example, keeps no
 * other back; a temporary failure ends the attempt. Never rejects.
 */
export async function attempt(shipment: Shipment, sending: Sending): Promise<Outcome> {
  const { provider, event, parameters, unsent } = shipment;
  const left = new Set(unsent ?? []);
  let outcome = delivered(null);
  try {
    const end = performance.now() + sending.attemptMs;
    const requests = [...provider.requestsOf(event, parameters, sending).entries()].filter(([index]) => unsent?.includes(index) ?? true);
    for (const [index] of requests) left.add(index);
    for (const [index, request] of requests) {
      const answered =
        performance.now() < end ? await send(request, shipment, sending) : failed('the time ran out before all channels were tried', null);
      if (answered.problem === null) left.delete(index);
      if (answered.problem !== null || outcome.problem === null) outcome = answered;
      if (isTemporary(answered)) break;
    }
  } catch (error) {
    outcome = { ...failed(messageOf(error), null), ...(error instanceof Failure && { maxAttempts: 1 }) };
  }
  return { ...outcome, unsent: outcome.problem === null || left.size === 0 ? null : [...left] };
}

const isTemporary = ({ problem, maxAttempts: limit }: Answered): boolean => problem !== null && limit === maxAttempts;

async function send(
  request: OutgoingRequest,
  { messageId: id, provider, secrets }: Shipment,
  { outbound, now }: Sending,
): Promise<Answered> {
  const { url, headers, body } = request;
  const signed = { 'user-agent': 'Signalbox', ...headers, ...signatureHeaders({ id, body }, secrets, now()) };
  const answer = await outbound.fetch(url, { method: 'POST', headers: signed, body });
  const { status } = answer;
  if (!answer.ok) {
    await answer.body?.cancel();
    return { ...failed(`answered ${status}`, status), retryAfterMs: retryAfterMs(answer, now()), ...(isRefusal(status) && refused) };
  }
  const problem = provider.problemOf ? provider.problemOf(await answer.json().catch(() => null)) : null;
  // Read to its end, within the bounds, so that the connection serves again; the status has said what matters.
  if (!answer.bodyUsed) await answer.arrayBuffer().catch(() => undefined);
  if (problem === null) return delivered(status);
  return { ...failed(problem.message, status), ...(!problem.isTemporary && refused) };
}

const refused = { maxAttempts: attemptsOfRefused };

/** The receiver says that it is the request which is wrong; a redirect is not followed, so it is one, too. */
const isRefusal = (status: number): boolean => status < 500 && ![408, 409, 425, 429].includes(status);

/** Seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterMs(answer: Response, now: Date): number {
  const text = answer.headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text.trim()) ? 1000 * Number(text) : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

const delivered = (status: number | null): Answered => ({ problem: null, status, maxAttempts, retryAfterMs: 0 });
const failed = (problem: string, status: number | null): Answered => ({ problem, status, maxAttempts, retryAfterMs: 0 });

/** What `fetch` says is a cause of what it throws. An address that was asked for is no part of it. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'the receiver did not respond in time';
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
