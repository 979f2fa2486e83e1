import type { Fact, Principal, Question, QuestionInput, QuestionOutput, EventDefinition, Revision, Right } from '@signalbox/contracts';
import type { EntityManager } from '@mikro-orm/sql';
import type { Settings } from '../settings/settings.ts';
import type { Slots } from './slot.ts';
import type { Broadcast } from '../settings/surface.ts';

export type { EntityManager } from '@mikro-orm/sql';

/** Where a right must count: in the whole instance, in a project, or in one of its environments. */
export interface AccessScope {
  readonly project?: string;
  readonly environment?: string;
}

/** A role as people know it. */
export interface RoleInProject {
  readonly id: number;
  readonly name: string;
  /** `root` or `project`, for example. */
  readonly type: string;
}

/** Who may do what, decided from the access replica without asking anyone. */
export interface Access {
  /** Whether any of `permissions` counts for the principal there. */
  allows(principal: Principal, permissions: readonly string[], where?: AccessScope): boolean;
  /** Whether the principal may know that the project exists. One that nobody told of is visible to those alone whose own role or grant says so. */
  sees(principal: Principal, project: string): boolean;
  /** The projects that the principal may know of: by id, or all that there are. */
  visibleTo(principal: Principal): readonly string[] | 'all';
  /** Whether changes are refused until maintenance ends. */
  readonly maintenance: boolean;
  /** Everything the principal holds, from every source. */
  rightsOf(principal: Principal): Right[];
  /** The users who hold a role in the project, of their own or through a group, each with the time since when they or the group do. */
  members(project: string): ReadonlyMap<number, Date>;
  /** The users who hold the role of owner in the project, each once. */
  owners(project: string): number[];
  /** The roles that the principal holds in the project, of its own or through its groups. */
  rolesIn(principal: Principal, project: string): RoleInProject[];
}

/** Access as a service holds it while it is open. */
export interface ServiceAccess extends Access {
  /** How many changes of who may do what it knows of. */
  readonly version: number;
  /** Whose pages may read what browsers are answered; undefined until administrators have set it. */
  readonly frontendOrigins: readonly string[] | undefined;
  /** Tells of each change from here on. */
  onChange(hear: () => void): void;
}

/** What every handler may touch, whatever started it. */
interface CommonContext {
  /** On whose behalf. */
  readonly actor: Principal;
  readonly access: Access;
  readonly settings: Settings;
  readonly now: () => Date;
  /** A fresh UUID. */
  readonly id: () => string;
}

/** What one HTTP request is, beyond its input. */
export interface Request {
  readonly id: string;
  /** The caller's address, as far as configured proxies can be believed. */
  readonly clientAddress: string;
  /** The request's headers, lower-case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Reading: committed data, no transaction. */
export interface ReadContext<State = unknown> extends CommonContext {
  readonly em: EntityManager;
  readonly request: Request;
  /** What the service's `open` gave as its state. */
  readonly state: State;
}

/** A change that leaves for replicas, in one message with all others of its unit of work; the host numbers it. */
export interface StateDraft {
  readonly broadcast: Broadcast<never>;
  readonly change: unknown;
}

/** A change to be told to replicas, as the broadcast of the service says it. */
export const stateDraft = <Change>(broadcast: Broadcast<Change>, change: Change): StateDraft => ({ broadcast, change });

/** A request that asks for exactly the change that is made. */
export interface DirectWrite {
  /** Why it is made, in the caller's words (`X-Change-Reason`); null where that is not said. */
  readonly reason: string | null;
}

/**
 * One unit of work: the rows that `em` changes and the events that are published commit together or not at all. A
 * deadlock reruns the handler with a fresh one, so nothing outside of it may be changed.
 */
export interface Context extends CommonContext {
  readonly em: EntityManager;
  /** The revision that the caller last saw (`If-Match`), null when it does not care. */
  readonly ifMatch: string | null;
  /** Null where the change was decided upon elsewhere: in a reaction to a message, a job, an answer to another service. */
  readonly directWrite: DirectWrite | null;
  /** States a fact. It leaves with the commit. */
  publish<E extends EventDefinition>(event: E, fact: Fact<E>): void;
  /** States what allowed the others: it leaves ahead of them, and not without them. Of those of one kind, the first counts. */
  publishAhead<E extends EventDefinition>(event: E, fact: Fact<E>): void;
  /** Values that live as long as this unit of work. */
  readonly slot: Slots<Context>;
  /** Tells replicas of a change that no event states. It leaves with the commit and raises the revision, once per unit of work. */
  publishState<Change>(broadcast: Broadcast<Change>, change: Change): void;
}

/** For what cannot run in one transaction: it may ask and may open units of work, one after the other. */
export interface OpenContext<State = unknown> extends CommonContext {
  readonly em: EntityManager;
  readonly request: Request;
  /** What the service's `open` gave as its state. What may run before that, answers and `prepare`, has none. */
  readonly state: State;
  ask<Q extends Question>(question: Q, input: QuestionInput<Q>): Promise<QuestionOutput<Q>>;
  /** Values that live as long as the service is open in this process. */
  readonly slot: Slots;
  /** Sends counts on their way in bulk: lost if the process dies within the second. */
  count(body: unknown): void;
  /** Runs `work` in one unit of work on behalf of `actor` (default: the context's own). */
  write<T>(work: (context: Context) => Promise<T>, actor?: Principal): Promise<T>;
  /** The last revision that the units of work of this context raised. Null: none did. */
  raised(): Revision | null;
  /**
   * Runs `work` alone under this name, across all processes of the service; does nothing while another run holds the lease. The lease
   * lasts `ttlMs` by the clock of the database, from each unit of work on. If `work` fails, the lease stays until it expires.
   */
  withLease(name: string, ttlMs: number, work: (write: LeasedWrite) => Promise<void>): Promise<void>;
}

/** Renews the lease and runs `work` in one unit of work. Null, without running it, once another run has taken the lease. */
export type LeasedWrite = <T>(work: (context: Context) => Promise<T>) => Promise<T | null>;
