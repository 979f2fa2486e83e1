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
}

/** What sends. */
export interface Sending extends ProviderSettings {
  readonly outbound: GuardedFetch;
  readonly now: () => Date;
  /** After so long, no further request of the same attempt is begun. */
  readonly attemptMs: number;
}

/** Sends the event once: all requests of it, up to the first that fails. Never rejects. */
export async function attempt(shipment: Shipment, sending: Sending): Promise<Outcome> {
  try {
    const { provider, event, parameters } = shipment;
    let outcome = delivered(null);
    const end = performance.now() + sending.attemptMs;
    for (const request of provider.requestsOf(event, parameters, sending)) {
      outcome = performance.now() < end ? await send(request, shipment, sending) : failed('there was no time for all channels', null);
      if (outcome.problem !== null) break;
    }
    return outcome;
  } catch (error) {
    return { ...failed(messageOf(error), null), ...(error instanceof Failure && { maxAttempts: 1 }) };
  }
}

async function send(
  request: OutgoingRequest,
  { messageId: id, provider, secrets }: Shipment,
  { outbound, now }: Sending,
): Promise<Outcome> {
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
  return problem === null ? delivered(status) : failed(problem, status);
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

const delivered = (status: number | null): Outcome => ({ problem: null, status, maxAttempts, retryAfterMs: 0 });
const failed = (problem: string, status: number | null): Outcome => ({ problem, status, maxAttempts, retryAfterMs: 0 });

/** What `fetch` says is a cause of what it throws. An address that was asked for is no part of it. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'there was no answer in time';
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
