import type { Bus } from '@signalbox/bus';
import type { Question, QuestionInput, QuestionOutput } from '@signalbox/contracts';
import type { OpenParts, Service, Settings, Slots, Surface } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { Tracer, Tracing } from '@signalbox/tracing';
import type { Logger } from 'pino';
import type { AccessReplica } from '../access/access-replica.ts';
import type { Alarm } from './alarm.ts';
import type { Effects } from './effects.ts';
import type { Instrument } from './instrument.ts';
import type { Metrics } from './metrics.ts';

/** Puts a question to the service that answers it, wherever that runs. */
export type Ask = <Q extends Question>(question: Q, input: QuestionInput<Q>, requestId?: string) => Promise<QuestionOutput<Q>>;

/** What all services of a process have in common. Made once, before any of them. */
export interface ProcessRuntime {
  readonly settings: Settings;
  /** Every service of the product, wherever it runs. */
  readonly surfaces: readonly Surface[];
  readonly effects: Effects;
  readonly instrument: Instrument;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null where traces are sent nowhere. */
  readonly tracing: Tracing | null;
  readonly bus: Bus;
  readonly cache: OpenParts['cache'];
  readonly access: AccessReplica;
  /** Whether the access state follows what is stated with this routing key. */
  readonly isFollowedByAccess: (key: string) => boolean;
  readonly ask: Ask;
  /** Values that live as long as the process. */
  readonly slot: Slots;
  /** Names this process in leases. */
  readonly owner: string;
  /** Raised when the process ends. */
  readonly stop: AbortSignal;
}

/** Counts of one service on their way to whoever adds them up, in bulk. */
export interface Counts {
  readonly count: (body: unknown) => void;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One service as every part of the host sees it: made once when its database is open, and handed on as it is. */
export interface ServiceRuntime extends ProcessRuntime {
  readonly service: Service;
  /** Makes the spans of this service. Null where traces are sent nowhere. */
  readonly tracer: Tracer | null;
  /** Null for a service without data. */
  readonly store: Store | null;
  /** Rung after each commit that left messages in the outbox. */
  readonly outbox: Alarm;
  readonly counts: Counts;
  /** Values that live as long as the service is open. */
  readonly ownSlot: Slots;
}

/** The runtime of a service that has data. */
export interface StoredRuntime extends ServiceRuntime {
  readonly store: Store;
}

/** Whether the service has data. */
export const isStored = (runtime: ServiceRuntime): runtime is StoredRuntime => runtime.store !== null;
