import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Envelope, EventDefinition, Principal, Question, QuestionInput, QuestionOutput } from '@signalbox/contracts';
import type { Migration } from '@signalbox/store';
import type { EntitySchema } from '@mikro-orm/core';
import type { Context, EntityManager, ServiceAccess, OpenContext, StateDraft } from './context/context.ts';
import type { Encryption } from './settings/encryption.ts';
import type { FastRoute } from './route/fast-route.ts';
import type { Route } from './route/route.ts';
import type { Settings } from './settings/settings.ts';
import type { Slots } from './context/slot.ts';
import type { Surface } from './settings/surface.ts';

export type { Migration } from '@signalbox/store';

/** Serves one HTTP request: an in-process application and a forwarder are both listeners. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A reaction to events of other services, in the order in which they were committed. Effective once per event. */
export interface EventConsumer {
  /** The name of the queue that it reads: one of the service's surface. */
  readonly queue: string;
  /** Runs in one unit of work with the inbox, which several events may share. */
  readonly handle: (envelope: Envelope, context: Context, raw: RawMessage) => Promise<void>;
  /** Ends each of these units of work: writes what was gathered of its events, in one statement for all of them. */
  readonly finish?: (context: Context) => Promise<void>;
  /** Sees what cannot be read or handled and keeps it, so that no message becomes a dead letter. */
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

/** Takes in messages that carry no facts (usage counts): any number of processes at once, no order, no inbox. `State` is what the service holds in memory. */
export interface CountConsumer<State = unknown> {
  /** The name of the queue that it reads: one of the service's surface. */
  readonly queue: string;
  readonly take: (bodies: readonly unknown[], context: OpenContext<State>) => Promise<void>;
}

/** Work that the clock starts. With `oneAtATime`, on one process of the service (by lease). `State` is what the service holds in memory. */
export interface Job<State = unknown> {
  readonly name: string;
  readonly everyMs: number;
  readonly oneAtATime: boolean;
  /** Set for work that may wait until maintenance ends: deleting what is old, for example. */
  readonly restsInMaintenance?: true;
  readonly run: (context: OpenContext<State>) => Promise<void>;
}

/** Declares work that the clock starts. */
export const job = <State = unknown>(declaration: Job<State>): Job<State> => declaration;

/**
 * An answer to a question of another service. Reads only, unless it opens a unit of work. It may be asked before the service
 * has opened, so it finds no state.
 */
export interface Answer {
  readonly question: Question;
  readonly answer: (input: never, context: OpenContext<undefined>) => Promise<unknown>;
  /**
   * A number that changes with what the answer is made of: while it is the same, the last answer is given again. For questions that take
   * no input. Absent: each is answered by itself.
   */
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

/** Where Prometheus finds a process's metrics; the second is where it looks at the reference system. */
export const metricsPaths: readonly string[] = ['/metrics', '/internal-backstage/prometheus'];

/** What a metric is, by Prometheus' rules for names: the name ends in the unit, that of a counter in `_total`. */
export interface MetricDeclaration {
  readonly name: string;
  /** A sentence. */
  readonly help: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** The names of its labels, each of which has few values. */
  readonly labels: readonly string[];
}

/** Declares a metric. */
export const metric = <const Declaration extends MetricDeclaration>(declaration: Declaration): Declaration => declaration;

/** What a metric is at one moment, for one combination of labels. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a service says of itself: at work, at work on old data or with a part missing, or unable to; and why. */
export interface Readiness {
  readonly state: 'ready' | 'degraded' | 'away';
  /** Null for a service that is ready. */
  readonly reason: string | null;
}

/** One of a service's own messages, as it leaves. */
export interface OwnMessage {
  readonly number: number;
  readonly exchange: string;
  readonly body: string;
}

/** What a service that keeps state in memory gets when it opens, and gives back. */
export interface OpenParts {
  readonly settings: Settings;
  ask<Q extends Question>(question: Q, input: QuestionInput<Q>): Promise<QuestionOutput<Q>>;
  /** Receives what is broadcast on the state exchange under `key`; `connected` is called after each (re)connection. */
  readonly listen: (key: string, receive: (body: unknown) => void, connected: () => void) => Promise<void>;
  /** Sends to whoever listens under `key`, one of those that its surface `tells` under: lost where nobody does, and while the bus is away. */
  readonly tell: (key: string, body: unknown) => Promise<void>;
  /** Best effort: answers null or does nothing while the cache is away. */
  readonly cache: {
    get(key: string): Promise<Buffer | null>;
    set(key: string, value: Buffer | string, ttlMs: number): Promise<void>;
    /** Counts in a window, in this process alone while the cache is away. */
    count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }>;
  };
  /**
   * The service's own messages above a number, in the order of their commits, at most so many: what has changed since, for what it
   * keeps in memory of its own rows. The oldest are removed after days, so the first of them may be missing. Rejects for a service without a database.
   */
  readonly ownMessages: (after: number, limit: number) => Promise<readonly OwnMessage[]>;
  /** Reads the service's own committed rows. Throws for a service without a database. */
  readonly reader: () => EntityManager;
  readonly access: ServiceAccess;
  /** The principal that the gateway vouches for; anonymous where it names none. */
  identify(request: IncomingMessage): Promise<Principal>;
  /** Every service of the product, wherever it runs: this one is among them. */
  readonly surfaces: readonly Surface[];
  /** Where the other services listen, by name. */
  readonly upstreams: { get(service: string): Listener | undefined };
  /** What a service, wherever it runs, says of itself. */
  readinessOf(service: string): Promise<Readiness>;
  /** States a metric that this service declares; `read` is called whenever somebody looks. A counter's values never fall. */
  report(metric: MetricDeclaration, read: () => readonly MetricValue[]): void;
  /** The process's metrics in Prometheus' text form. */
  metrics(): Promise<string>;
  readonly id: () => string;
  /** Values that the services of this process share, as long as it runs. */
  readonly slot: Slots;
  /** A folder for what survives a restart. */
  readonly dataDir: string;
  readonly now: () => Date;
  /** Random in [0, 1). */
  readonly random: () => number;
  /** Writes a line of the log, with fields that can be searched for. Secrets have no place there. */
  log(level: 'info' | 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>): void;
  /** Reports what an operator must know. */
  warn(message: string, detail?: unknown): void;
  /** Runs `task` every `everyMs` until the service closes; failures are reported, never fatal. */
  every(everyMs: number, task: () => Promise<void> | void): void;
}

/** A service's part that lives in memory, in front of its routes. */
export interface Opened<State = unknown> {
  /** Answers every request in place of declared routes, as a gateway does that passes them on. */
  readonly listener?: Listener;
  /** Says what is missing, or null when the service can do its work. */
  readonly ready?: () => string | null;
  /** `degraded`: works on old data. */
  readonly degraded?: () => string | null;
  /** Finds out who calls this service's routes from the raw request, in place of the gateway's signed principal. */
  readonly identify?: (request: IncomingMessage) => Principal | Promise<Principal>;
  /** What the service's own routes find as `context.state`. */
  readonly state?: State;
  readonly close?: () => Promise<void>;
}

/** What whoever starts the process is told once, on the screen: such as how to log in. Kept nowhere. */
export interface Notice {
  /** Two words at most. */
  readonly label: string;
  readonly text: string;
  /** By what whoever starts an instance for the first time can act in it at once. */
  readonly logIn?: { readonly username: string; readonly password: string };
}

/** What a service is declared with. `State` is what it holds in memory for its routes. */
export interface ServiceDeclaration<State = unknown> {
  /** What other processes know of it. */
  readonly surface: Surface;
  readonly routes: readonly (Route<State> | FastRoute<State>)[];
  readonly entities?: readonly EntitySchema[];
  readonly migrations?: readonly Migration[];
  readonly consumers?: readonly EventConsumer[];
  readonly counts?: readonly CountConsumer<State>[];
  readonly answers?: readonly Answer[];
  readonly jobs?: readonly Job<State>[];
  /** What it measures beside what is measured of every service. */
  readonly metrics?: readonly MetricDeclaration[];
  /**
   * Runs once per start after the migrations: default data. Processes that start together may run it at once; one that
   * loses a race for a name runs again. Must be harmless when repeated. What it gives to `tell`, an operator reads.
   */
  readonly prepare?: (context: OpenContext<undefined>, settings: Settings, tell: (notice: Notice) => void) => Promise<void>;
  /**
   * Sees each unit of work just before its numbers are taken: completes the tags of its events and gives the changes that
   * replicas are told with them.
   */
  readonly beforeCommit?: (context: Context, events: DraftEvent[]) => Promise<readonly StateDraft[]>;
  /** Refuses a direct write to what is protected. Called in the writer's transaction where a route says by what. */
  readonly guard?: (
    context: Context,
    by: 'environment' | 'project',
    where: { readonly project: string; readonly environment: string },
  ) => Promise<void>;
  /** What it stores encrypted, and the keys of that. */
  readonly encryption?: Encryption;
  /** Opens the part that lives in memory. */
  readonly open?: (parts: OpenParts) => Promise<Opened<State>>;
}

/** A service is a plain value: the table of contents of what it owns, answers and reacts to. */
export interface Service extends ServiceDeclaration<never> {
  readonly name: string;
}

/** Declares a service. Its name is that of its surface. */
export const service = <State = unknown>(declaration: ServiceDeclaration<State>): Service =>
  ({ name: declaration.surface.name, ...declaration }) as unknown as Service;

/** A part of a large service, handed on as a whole: its folder's table of contents. `State` as in `ServiceDeclaration`. */
export type Module<State = unknown> = Partial<Pick<ServiceDeclaration<State>, 'routes' | 'migrations' | 'consumers' | 'answers' | 'jobs'>>;

/** Declares a module. */
export const module = <State = unknown>(declaration: Module<State>): Module<State> => declaration;

/** What the modules of a service hold together, in their order. */
export function combine<State = unknown>(modules: readonly Module<State>[]): Required<Module<State>> {
  return {
    routes: modules.flatMap(({ routes = [] }) => routes),
    migrations: modules.flatMap(({ migrations = [] }) => migrations),
    consumers: modules.flatMap(({ consumers = [] }) => consumers),
    answers: modules.flatMap(({ answers = [] }) => answers),
    jobs: modules.flatMap(({ jobs = [] }) => jobs),
  };
}
