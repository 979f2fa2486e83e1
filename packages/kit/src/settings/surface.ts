import type { DurableQueue, Revision } from '@signalbox/contracts';
import type { Setting } from './setting.ts';

/**
 * Paths that a service answers: this one and all below it. Of several that match, the longest counts, whichever service it
 * belongs to. A segment may be a parameter (`:projectId`).
 */
export interface PathPrefix {
  readonly prefix: string;
  /**
   * How a request says who sends it. Absent: the public port exchanges the credential for a signed principal. `own`: the
   * request keeps its credential, which the service knows itself. `own, or a user's`: what users ask there is exchanged all the same.
   */
  readonly credential?: 'own' | "own, or a user's";
  /** The largest body of a request there. Absent: that of ordinary requests. */
  readonly bodyLimitBytes?: Setting<number>;
}

/** How many requests one caller may send in a minute. */
export interface RateLimit {
  readonly name: string;
  readonly perMinute: Setting<number>;
  /** Absent: requests of any method. */
  readonly method?: 'POST';
  /** Exact paths, or, with `/*` at its end, all that are below one. */
  readonly paths: readonly string[];
}

/**
 * What a service tells replicas of, numbered by its revision: changes as they commit, and the revision alone while there is
 * nothing else to tell, so that a replica which missed something notices.
 */
export interface Broadcast<Change = unknown> {
  /** Of what its revisions are, as `X-Revision` says them. */
  readonly revisionOf: Revision['of'];
  /** Routing keys on the exchange for states. */
  readonly key: string;
  readonly heartbeat: string;
  /** The one message of all that a unit of work changed, at the revision that it raised. */
  readonly message: (changes: readonly Change[], revision: number) => unknown;
  /** Sent in its place where that is too large for a message: have everything fetched anew. */
  readonly resync?: (changes: readonly Change[], revision: number) => unknown;
}

/** A chapter of the API's documentation. */
export interface ApiSection {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of its operations. */
  readonly paths: RegExp;
}

/** What all other processes know of a service, as data that imports nothing heavy: how it is reached, fed and configured. */
export interface Surface {
  readonly name: string;
  /** Its process is the public port: it speaks for all services in `/health` and `/ready`, and answers nothing of `/internal`. */
  readonly isPublic?: true;
  readonly paths?: readonly PathPrefix[];
  readonly rateLimits?: readonly RateLimit[];
  /** The durable queues that it reads. Every process declares all of them before it publishes. */
  readonly queues?: readonly DurableQueue[];
  readonly broadcast?: Broadcast<never>;
  /** The routing keys on the state exchange under which it tells whoever listens of what nobody keeps. */
  readonly tells?: readonly string[];
  readonly settings?: readonly Setting<unknown>[];
  /** The chapters that its operations are sorted into; the first that a path fits into counts. */
  readonly sections?: readonly ApiSection[];
}

/** Declares a surface. */
export const surface = <const S extends Surface>(declaration: S): S => declaration;

/** Where operators find the messages that a service could not handle: a path of the framework, which each service answers for itself. */
export const deadLettersPath = ({ name }: Pick<Surface, 'name'>): string => `/api/admin/dead-letters/${name}`;
