import type { FailureDetail } from './operations.ts';

/** Regular expressions tell users of the API what is allowed; the hint of a field tells those of the console. */
const inWords = (message: string): string =>
  message.replace(/must match the pattern .*?(?=; got|$)/, 'has characters that are not allowed');

/** An error response, or a failed request. `status` is 0 without a response. */
export class Refused extends Error {
  readonly status: number;
  /** Error name on the wire. */
  readonly kind: string;
  /** Error id for the operator of the server. */
  readonly id: string | null;
  readonly details: readonly FailureDetail[];
  readonly retryAfterSeconds: number | null;
  /** The whole body, for additional properties. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfterSeconds: number | null = null) {
    super(typeof body['message'] === 'string' ? inWords(body['message']) : `The server responded with status ${status}.`);
    this.status = status;
    this.kind = typeof body['name'] === 'string' ? body['name'] : 'Unknown';
    this.id = typeof body['id'] === 'string' ? body['id'] : null;
    this.details = Array.isArray(body['details']) ? (body['details'] as FailureDetail[]) : [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }

  get isOffline(): boolean {
    return this.kind === 'Offline';
  }

  /** True if the service is unavailable and a retry may help. */
  get isAway(): boolean {
    return this.status === 503 || this.status === 425;
  }
}

/** The error for a request without a response. */
export const offline = (): Refused => new Refused(0, { name: 'Offline', message: 'Can’t reach the server.' });

/** Runs an action. Resolves to the refusal of the server, or to null if there is none. */
export async function catchRefusal(work: () => Promise<unknown>): Promise<Refused | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** The error message for a property or anything inside it; null if there is none. */
export function messageFor(refusal: unknown, property: string): string | null {
  if (!(refusal instanceof Refused)) return null;
  const detail = refusal.details.find(({ path }) => path === property || path?.startsWith(`${property}/`));
  return detail ? inWords(detail.message) : null;
}
