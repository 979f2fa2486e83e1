import type { FailureDetail } from './operations.ts';

/** What the server, or the way to it, refused. `status` is 0 where no answer came. */
export class Refused extends Error {
  readonly status: number;
  /** What kind of failure it is, as the wire names it. */
  readonly kind: string;
  /** To be told to whoever runs the server. */
  readonly id: string | null;
  readonly details: readonly FailureDetail[];
  readonly retryAfterSeconds: number | null;
  /** The whole body, for what some failures say besides. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfterSeconds: number | null = null) {
    super(typeof body['message'] === 'string' ? body['message'] : `The server responded with status ${status}.`);
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

  /** The service behind the path is away; asking again may help. */
  get isAway(): boolean {
    return this.status === 503 || this.status === 425;
  }
}

/** The refusal in which no answer came. */
export const offline = (): Refused => new Refused(0, { name: 'Offline', message: 'Can’t reach the server.' });

/** What the server says of one property, or of what is in it, to stand beside its field. Null where it says nothing of it. */
export function messageFor(refusal: unknown, property: string): string | null {
  if (!(refusal instanceof Refused)) return null;
  return refusal.details.find(({ path }) => path === property || path?.startsWith(`${property}/`))?.message ?? null;
}
