import type { DurableQueue, Revision } from '@signalbox/contracts';
import type { Setting } from './setting.ts';

/** Paths of a service: this one and all below it. The longest matching prefix wins. A segment may be a parameter (`:projectId`). */
export interface PathPrefix {
  readonly prefix: string;
  /**
   * Authentication of callers. Absent: the gateway exchanges the credential for a signed principal. `own`: the request keeps its credential,
   * which the service checks itself. `own, or a user's`: the gateway still exchanges credentials of users.
   */
  readonly credential?: 'own' | "own, or a user's";
  /** Maximum size of a body, in bytes. Absent: the default. */
  readonly bodyLimitBytes?: Setting<number>;
}

/** Limit of requests per caller and minute. */
export interface RateLimit {
  readonly name: string;
  readonly perMinute: Setting<number>;
  /** Absent: any method. */
  readonly method?: 'POST';
  /** Exact paths, or, ending in `/*`, all paths below one. */
  readonly paths: readonly string[];
}

/**
 * Changes that a service sends to replicas, numbered by its revision. While there are none, the revision alone is sent as a heartbeat, so
 * that replicas notice missed changes.
 */
export interface Broadcast<Change = unknown> {
  /** Kind of revision, as in `X-Revision`. */
  readonly revisionOf: Revision['of'];
  /** Routing keys on the state exchange. */
  readonly key: string;
  readonly heartbeat: string;
  /** Name of the property that a message gets for its revision. `previous` is the revision before it. */
  readonly numberedAs: 'revision' | 'version';
  /** Creates the message with all changes of a unit of work, without its numbers. */
  readonly message: (changes: readonly Change[]) => object;
  /** Creates the replacement for a message that is too large. It makes replicas fetch everything again. */
  readonly resync?: (changes: readonly Change[]) => object;
}

/** A section of the API documentation. */
export interface ApiSection {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of its operations. */
  readonly paths: RegExp;
}

/** Public part of a service, as data without heavy imports: its paths, queues and settings. */
export interface Surface {
  readonly name: string;
  /** The process is the public port: its `/health` and `/ready` cover all services, and it serves no `/internal` paths. */
  readonly isPublic?: true;
  readonly paths?: readonly PathPrefix[];
  readonly rateLimits?: readonly RateLimit[];
  /** Durable queues that it reads. Every process declares all of them before it publishes. */
  readonly queues?: readonly DurableQueue[];
  readonly broadcast?: Broadcast<never>;
  /** Routing keys on the state exchange for ephemeral messages, which are never stored. */
  readonly ephemeralKeys?: readonly string[];
  readonly settings?: readonly Setting<unknown>[];
  /** Sections of its operations. The first with a matching path wins. */
  readonly sections?: readonly ApiSection[];
}

/** Declares a surface. */
export const surface = <const S extends Surface>(declaration: S): S => declaration;

/** Path of a service's dead letters. The framework serves it in each service. */
export const deadLettersPath = ({ name }: Pick<Surface, 'name'>): string => `/api/admin/dead-letters/${name}`;
