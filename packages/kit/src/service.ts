import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Envelope, EventDefinition, Principal, Question, QuestionInput, QuestionOutput } from '@signalbox/contracts';
import type { Migration } from '@signalbox/store';
import type { EntitySchema } from '@mikro-orm/core';
import type { Context, EntityManager, ServiceAccess, OpenContext, StateDraft } from './context/context.ts';
import { compareTexts } from './compare-texts.ts';
import type { EncryptedRows } from './encrypted-rows.ts';
import type { FastRoute } from './route/fast-route.ts';
import type { Route } from './route/route.ts';
import type { Settings } from './settings/settings.ts';
import type { Slots } from './context/slot.ts';
import type { Surface } from './settings/surface.ts';

export type { Migration } from '@signalbox/store';

/** Serves one HTTP request. Both an in-process application and a forwarder are listeners. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A reaction to events of other services, in commit order. Each event takes effect exactly once. */
export interface EventConsumer {
  /** Name of a queue on the service's surface. */
  readonly queue: string;
  /** Runs in one unit of work with the inbox. Several events may share it. */
  readonly handle: (envelope: Envelope, context: Context, raw: RawMessage) => Promise<void>;
  /** Runs at the end of each of these units of work, to write the collected rows of all events in one statement. */
  readonly finish?: (context: Context) => Promise<void>;
  /**
   * Reads committed data once per batch, and returns whether an event of the batch has no effect. Such events are acknowledged without a
   * transaction.
   */
  readonly ignores?: (em: EntityManager, batch: readonly Envelope[]) => Promise<(envelope: Envelope) => boolean>;
  /** Why handling a message again has no effect, so that its id needs no inbox row. */
  readonly recognizesRepetitions?: `because ${string}`;
  /** Stores messages that cannot be read or handled, so that none becomes a dead letter. */
  readonly keepUnreadable?: (raw: RawMessage, reason: string, context: Context) => Promise<void>;
}

/** A message as the bus delivered it. */
export interface RawMessage {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

/** Declares a reaction to events. */
export const consumer = (declaration: EventConsumer): EventConsumer => declaration;

/** Receives messages that are not events (usage counts), in any number of processes, unordered, without an inbox. */
export interface CountConsumer<State = unknown> {
  /** Name of a queue on the service's surface. */
  readonly queue: string;
  readonly take: (bodies: readonly unknown[], context: OpenContext<State>) => Promise<void>;
}

/** Scheduled work. With `oneAtATime`, it runs in one process of the service (by lease). `State` is the service's state in memory. */
export interface Job<State = unknown> {
  readonly name: string;
  readonly everyMs: number;
  readonly oneAtATime: boolean;
  /** Skips the job in maintenance mode, for work that can wait, such as deleting old rows. */
  readonly restsInMaintenance?: true;
  readonly run: (context: OpenContext<State>) => Promise<void>;
}

/** Declares scheduled work. */
export const job = <State = unknown>(declaration: Job<State>): Job<State> => declaration;

/**
 * Answers a question of another service. It only reads, unless it opens a unit of work. It has no state, because it may run before the
 * service has opened.
 */
export interface Answer {
  readonly question: Question;
  readonly answer: (input: never, context: OpenContext<undefined>) => Promise<unknown>;
  /** Version of the answer's data. The previous answer is reused while it is unchanged. Only for questions without input. */
  readonly version?: (context: OpenContext<undefined>) => Promise<number>;
}

/** Declares how a service answers a question. */
export function answer<Q extends Question>(
  question: Q,
  give: (input: QuestionInput<Q>, context: OpenContext<undefined>) => Promise<QuestionOutput<Q>>,
  caching: Pick<Answer, 'version'> = {},
): Answer {
  return { question, answer: give, ...caching };
}

/** An event on its way into the outbox. */
export interface DraftEvent {
  readonly type: string;
  readonly touches: EventDefinition['touches'];
  readonly body: Envelope['data'];
}

/** Paths of a process's metrics. The second is the path of the reference system. */
export const metricsPaths: readonly string[] = ['/metrics', '/internal-backstage/prometheus'];

/** A metric. Its name follows Prometheus' rules: it ends in the unit, or in `_total` for a counter. */
export interface MetricDeclaration {
  readonly name: string;
  /** A sentence. */
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Names of its labels, each with few values. */
  readonly labels: readonly string[];
}

/** Declares a metric. */
export const metric = <const Declaration extends MetricDeclaration>(declaration: Declaration): Declaration => declaration;

/** Value of a metric at one moment, for one combination of labels. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Readiness of a service: ready, degraded (old data or a missing part) or away, with the reason. */
export interface Readiness {
  readonly state: 'ready' | 'degraded' | 'away';
  /** Null if ready. */
  readonly reason: string | null;
}

/** A message of the service's own outbox. */
export interface OwnMessage {
  readonly number: number;
  readonly exchange: string;
  readonly body: string;
}

/** Tools for a service that opens its state in memory. */
export interface OpenParts {
  readonly settings: Settings;
  ask<Q extends Question>(question: Q, input: QuestionInput<Q>): Promise<QuestionOutput<Q>>;
  /** Receives broadcasts on the state exchange under `key`. `connected` is called after each (re)connection. */
  readonly listen: (key: string, receive: (body: unknown) => void, connected: () => void) => Promise<void>;
  /** Broadcasts under one of the keys in `ephemeralKeys` of the surface. The message is lost without listeners, or while the bus is down. */
  readonly broadcast: (key: string, body: unknown) => Promise<void>;
  /** Best effort: returns null or does nothing while the cache is down. */
  readonly cache: {
    get(key: string): Promise<Buffer | null>;
    set(key: string, value: Buffer | string, ttlMs: number): Promise<void>;
    /** Counts in a window; only in this process while the cache is down. */
    count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }>;
  };
  /**
   * The service's own messages above a number, in commit order, at most `limit`. A service uses them to update what it derives from its own
   * rows in memory. The oldest are deleted after days, so the first may be missing. Rejects for a service without a database.
   */
  readonly ownMessages: (after: number, limit: number) => Promise<readonly OwnMessage[]>;
  /** Reads the service's own committed rows. Throws for a service without a database. */
  readonly reader: () => EntityManager;
  readonly access: ServiceAccess;
  /** The principal that the gateway signed, or anonymous. */
  identify(request: IncomingMessage): Promise<Principal>;
  /** Surfaces of all services of the product, including this one. */
  readonly surfaces: readonly Surface[];
  /** Addresses of the other services, by name. */
  readonly upstreams: { get(service: string): Listener | undefined };
  /** Readiness of any service, in this process or another. */
  readinessOf(service: string): Promise<Readiness>;
  /**
   * Registers a metric that this service declares. `read` is called on each scrape; if it fails, or takes more than a second, the values
   * stay. Values of a counter must never decrease.
   */
  report(metric: MetricDeclaration, read: () => readonly MetricValue[] | Promise<readonly MetricValue[]>): void;
  /** The process's metrics in Prometheus' text format. */
  metrics(): Promise<string>;
  readonly id: () => string;
  /** Values that the services of this process share, as long as it runs. */
  readonly slot: Slots;
  /** Folder for data that survives a restart. */
  readonly dataDir: string;
  readonly now: () => Date;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Writes a log line with searchable fields. Must not contain secrets. */
  log(level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Reports a problem to operators. */
  warn(message: string, detail?: unknown): void;
  /** Runs `task` every `everyMs` until the service closes. Failures are reported, never fatal. */
  every(everyMs: number, task: () => Promise<void> | void): void;
}

/** The part of a service that lives in memory, in front of its routes. */
export interface Opened<State = unknown> {
  /** Handles every request in place of declared routes, as the gateway's forwarder does. */
  readonly listener?: Listener;
  /** Returns the reason why the service cannot work, or null. */
  readonly ready?: () => string | null;
  /** Returns the reason why the service works on old data, or null. */
  readonly degraded?: () => string | null;
  /** Identifies the caller from the raw request, in place of the gateway's signed principal. */
  readonly identify?: (request: IncomingMessage) => Principal | Promise<Principal>;
  /** State that the service's own routes get as `context.state`. */
  readonly state?: State;
  readonly close?: () => Promise<void>;
}

/** A message for the operator who starts the process, such as how to log in. Shown once on the screen, never stored. */
export interface Notice {
  /** Two words at most. */
  readonly label: string;
  readonly text: string;
  /** Credentials for the first login to a new instance. */
  readonly logIn?: { readonly username: string; readonly password: string };
}

/** Declaration of a service. `State` is its state in memory. */
export interface ServiceDeclaration<State = unknown> {
  /** The part that other processes know. */
  readonly surface: Surface;
  readonly routes: readonly (Route<State> | FastRoute<State>)[];
  readonly entities?: readonly EntitySchema[];
  readonly migrations?: readonly Migration[];
  readonly consumers?: readonly EventConsumer[];
  readonly counts?: readonly CountConsumer<State>[];
  readonly answers?: readonly Answer[];
  readonly jobs?: readonly Job<State>[];
  /** Metrics in addition to those of every service. */
  readonly metrics?: readonly MetricDeclaration[];
  /**
   * Runs once per start after the migrations, to create default data. It must be idempotent, because processes that start together may run
   * it concurrently; one that loses a race for a name runs again. Notices passed to `notify` are shown to the operator.
   */
  readonly prepare?: (context: OpenContext<undefined>, settings: Settings, notify: (notice: Notice) => void) => Promise<void>;
  /** Runs on each unit of work before its numbers are taken. Judges its events, completes their tags and returns the changes for replicas. */
  readonly beforeCommit?: (context: Context, events: DraftEvent[]) => Promise<readonly StateDraft[]>;
  /** Refuses a direct write to a protected environment or project. Runs in the writer's transaction if the route declares `protectedBy`. */
  readonly guard?: (
    context: Context,
    by: 'environment' | 'project',
    where: { readonly project: string; readonly environment: string },
  ) => Promise<void>;
  /** Rows with values that its `Cipher` (package cipher) encrypts. `npm run rekey` renews only the rows declared here. */
  readonly encrypted?: readonly EncryptedRows[];
  /** Opens the part that lives in memory. */
  readonly open?: (parts: OpenParts) => Promise<Opened<State>>;
}

/** A service as a plain value: the table of contents of everything that it owns, answers and reacts to. */
export interface Service extends ServiceDeclaration<never> {
  readonly name: string;
}

/** Declares a service, named by its surface. */
export const service = <State = unknown>(declaration: ServiceDeclaration<State>): Service =>
  ({ name: declaration.surface.name, ...declaration }) as unknown as Service;

type Part<State> = Route<State> | FastRoute<State> | EventConsumer | Answer | Job<State> | Migration;

/** A folder of a large service: its `module.ts`, which exports all routes, consumers, answers, jobs and migrations of the folder. */
export type Module<State = unknown> = Readonly<Record<string, Part<State>>>;

/** Lists the parts of a service's modules by kind, migrations in the order of their names. */
export function combine<State = unknown>(modules: readonly Module<State>[]) {
  const parts = modules.flatMap((module) => Object.values(module));
  return {
    routes: parts.filter((part) => 'declaration' in part),
    consumers: parts.filter((part) => 'queue' in part),
    answers: parts.filter((part) => 'question' in part),
    jobs: parts.filter((part) => 'everyMs' in part),
    migrations: parts.filter((part) => 'up' in part).toSorted((one, other) => compareTexts(one.name, other.name)),
  };
}
