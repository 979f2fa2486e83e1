import type { Access, Service, Settings } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/**
 * The durable steps between a write and its effects elsewhere. Tests name one and end the process there; in
 * production nothing listens.
 */
export const failpoints = ['after write', 'after commit', 'after publish', 'after confirm', 'before mark', 'before ack'] as const;
/** One of `failpoints`. */
export type Failpoint = (typeof failpoints)[number];

/** What a process gives all of its services. */
export interface Surroundings {
  readonly now: () => Date;
  readonly random: () => number;
  readonly id: () => string;
  readonly pass: (point: Failpoint, service: string) => void;
}

/** One service on its database, as the parts of the host see it. */
export interface Running {
  readonly service: Service;
  readonly store: Store;
  readonly access: Access;
  readonly settings: Settings;
  readonly surroundings: Surroundings;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Called after each commit that left messages in the outbox. */
  readonly wakeRelay: () => void;
}
