import { Failure } from '@signalbox/contracts';
import type { GuardedFetch } from '@signalbox/outbound';
import { signatureHeaders } from '../addon/signature.ts';
import type { OutgoingRequest, Parameters, Provider, ProviderSettings, SentEvent } from '../provider/provider.ts';
import { attemptsOfRefused, maxAttempts } from './backoff.ts';

/** An event to send, with everything needed for an attempt. */
export interface Shipment {
  readonly deliveryId: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly queuedAt: Date;
  /** False if the add-on may no longer send the event. */
  readonly allowed: boolean;
  /** Indexes of the requests to send, from 0; null for all. */
  readonly unsent: readonly number[] | null;
  readonly messageId: string;
  readonly event: SentEvent;
  readonly provider: Provider;
  readonly parameters: Parameters;
  readonly secrets: readonly string[];
}

export interface Outcome {
  /** Null if it succeeded. */
  readonly problem: string | null;
  /** HTTP status of the last response; null without one. */
  readonly status: number | null;
  /** Maximum number of attempts for this kind of failure. */
  readonly maxAttempts: number;
  readonly retryAfterMs: number;
  /** Indexes of requests that have not succeeded, from 0; null if all have, or if none was created. */
  readonly unsent: readonly number[] | null;
}

type RequestOutcome = Omit<Outcome, 'unsent'>;

export interface Sending extends ProviderSettings {
  readonly outbound: GuardedFetch;
  readonly now: () => Date;
  /** Time after which no further request of the attempt is started. */
  readonly attemptMs: number;
}

/**
 * Sends the remaining requests of the event. If the receiver refuses one, for example because a channel is gone, the others
 * are still sent; a temporary failure ends the attempt. Never rejects.
 */
export async function attempt(shipment: Shipment, sending: Sending): Promise<Outcome> {
  const { provider, event, parameters, allowed, unsent } = shipment;
  if (!allowed) return { ...failed(excluded, null), maxAttempts: 1, unsent };
  const left = new Set(unsent ?? []);
  let outcome = delivered(null);
  try {
    const end = performance.now() + sending.attemptMs;
    const requests = [...provider.requestsOf(event, parameters, sending).entries()].filter(([index]) => unsent?.includes(index) ?? true);
    for (const [index] of requests) left.add(index);
    for (const [index, request] of requests) {
      const result =
        performance.now() < end
          ? await send(request, shipment, sending)
          : failed('the time limit was reached before all channels were tried', null);
      if (result.problem === null) left.delete(index);
      if (result.problem !== null || outcome.problem === null) outcome = result;
      if (isTemporary(result)) break;
    }
  } catch (error) {
    outcome = { ...failed(messageOf(error), null), ...(error instanceof Failure && { maxAttempts: 1 }) };
  }
  return { ...outcome, unsent: outcome.problem === null || left.size === 0 ? null : [...left] };
}

const excluded = 'the filter of the add-on excludes the event, or its owner cannot see the project';

const isTemporary = ({ problem, maxAttempts: limit }: RequestOutcome): boolean => problem !== null && limit === maxAttempts;

async function send(
  request: OutgoingRequest,
  { messageId: id, provider, secrets }: Shipment,
  { outbound, now }: Sending,
): Promise<RequestOutcome> {
  const { url, headers, body } = request;
  const signed = { 'user-agent': 'Signalbox', ...headers, ...signatureHeaders({ id, body }, secrets, now()) };
  const response = await outbound.fetch(url, { method: 'POST', headers: signed, body });
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel();
    return {
      ...failed(`the receiver returned ${status}`, status),
      retryAfterMs: retryAfterMs(response, now()),
      ...(isRefusal(status) && refused),
    };
  }
  const problem = provider.problemOf ? provider.problemOf(await response.json().catch(() => null)) : null;
  // Read to the end, within limits, so that the connection can be reused. The content does not matter.
  if (!response.bodyUsed) await response.arrayBuffer().catch(() => undefined);
  if (problem === null) return delivered(status);
  return { ...failed(problem.message, status), ...(!problem.isTemporary && refused) };
}

const refused = { maxAttempts: attemptsOfRefused };

/** True if the receiver blames the request. Includes redirects, which are not followed. */
const isRefusal = (status: number): boolean => status < 500 && ![408, 409, 425, 429].includes(status);

/** Delay in seconds, or a date (RFC 9110 §10.2.3). */
function retryAfterMs(response: Response, now: Date): number {
  const text = response.headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text.trim()) ? 1000 * Number(text) : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

const delivered = (status: number | null): RequestOutcome => ({ problem: null, status, maxAttempts, retryAfterMs: 0 });
const failed = (problem: string, status: number | null): RequestOutcome => ({ problem, status, maxAttempts, retryAfterMs: 0 });

/** `fetch` wraps the original error as the cause. The message must not contain the requested address. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'the receiver did not respond in time';
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
