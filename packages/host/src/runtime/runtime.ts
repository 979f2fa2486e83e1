import type { Bus } from '@signalbox/bus';
import type { Question, QuestionInput, QuestionOutput } from '@signalbox/contracts';
import type { OpenParts, Service, Settings, Slots, Surface } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { SpanStart, Tracer, Tracing } from '@signalbox/tracing';
import type { Logger } from 'pino';
import type { AccessReplica } from '../access/access-replica.ts';
import type { Alarm } from './alarm.ts';
import type { Effects } from './effects.ts';
import type { Instrument } from './instrument.ts';
import type { Metrics } from './metrics.ts';

/** Asks a question, in this process or another. */
export type Ask = <Q extends Question>(question: Q, input: QuestionInput<Q>, requestId?: string) => Promise<QuestionOutput<Q>>;

/** Shared parts of all services of a process, created first. */
export interface ProcessRuntime {
  readonly settings: Settings;
  /** All services of the product, in any process. */
  readonly surfaces: readonly Surface[];
  readonly effects: Effects;
  readonly instrument: Instrument;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null if no collector is configured. */
  readonly tracing: Tracing | null;
  readonly bus: Bus;
  readonly cache: OpenParts['cache'];
  readonly access: AccessReplica;
  /** Returns true if the access state depends on events with this routing key. */
  readonly isFollowedByAccess: (key: string) => boolean;
  readonly ask: Ask;
  /** Values that live as long as the process. */
  readonly slot: Slots;
  /** Name of this process in leases. */
  readonly owner: string;
  /** Aborted when the process ends. */
  readonly stop: AbortSignal;
}

/** Buffered counts of one service, sent in bulk. */
export interface Counts {
  readonly count: (body: unknown) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A service for every part of the host. Created once when its database is open. */
export interface ServiceRuntime extends ProcessRuntime {
  readonly service: Service;
  /** Creates the spans of this service. Null if no collector is configured. */
  readonly tracer: Tracer | null;
  /** Null for a service without data. */
  readonly store: Store | null;
  /** Rings after each commit with messages in the outbox. */
  readonly outbox: Alarm;
  readonly counts: Counts;
  /** Values that live as long as the service is open. */
  readonly ownSlot: Slots;
}

/** Runtime of a service with data. */
export interface StoredRuntime extends ServiceRuntime {
  readonly store: Store;
}

/** Returns true if the service has data. */
export const isStored = (runtime: ServiceRuntime): runtime is StoredRuntime => runtime.store !== null;

/** Runs `work` in a span, if the service is traced. */
export const traced = <T>(tracer: Tracer | null, start: SpanStart, work: () => Promise<T>): Promise<T> =>
  tracer ? tracer.run(start, work) : work();

/** Throws for a service without data. */
export function stored(runtime: ServiceRuntime): StoredRuntime {
  if (!isStored(runtime)) throw new Error(`${runtime.service.name} has no database`);
  return runtime;
}
