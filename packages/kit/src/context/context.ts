import type { Fact, Principal, Question, QuestionInput, QuestionOutput, EventDefinition, Revision, Right } from '@signalbox/contracts';
import type { EntityManager } from '@mikro-orm/sql';
import type { Settings } from '../settings/settings.ts';
import type { Slots } from './slot.ts';
import type { Broadcast } from '../settings/surface.ts';

export type { EntityManager } from '@mikro-orm/sql';

/** Scope of a permission check: the instance, a project, or one of its environments. */
export interface AccessScope {
  readonly project?: string;
  readonly environment?: string;
}

/** A role of a project, with its display name. */
export interface RoleInProject {
  readonly id: number;
  readonly name: string;
  /** For example `root` or `project`. */
  readonly type: string;
}

/** Authorization decisions, made in this process from the access replica. */
export interface Access {
  /** Returns true if the principal holds any of `permissions` in this scope. */
  allows(principal: Principal, permissions: readonly string[], where?: AccessScope): boolean;
  /**
   * Returns true if the principal may see the project. A project unknown to the replica is visible only through an explicit role or grant.
   */
  sees(principal: Principal, project: string): boolean;
  /** Ids of the projects that the principal may see, or `all`. */
  visibleTo(principal: Principal): readonly string[] | 'all';
  /** True while maintenance mode rejects changes. */
  readonly maintenance: boolean;
  /** All rights of the principal, from every source. */
  rightsOf(principal: Principal): Right[];
  /** Users with a role in the project, directly or through a group, with the time when they or the group received it. */
  members(project: string): ReadonlyMap<number, Date>;
  /** Groups of the user that have a role in a project or in the instance. */
  groupsOf(user: number): readonly number[];
  /** Names of all roles, or of the groups with a role in a project or in the instance, by id. */
  namesOf(kind: 'roles' | 'groups'): ReadonlyMap<number, string>;
  /** Users with the owner role in the project, without duplicates. */
  owners(project: string): { readonly id: number; readonly name: string }[];
  /** Roles of the principal in the project, directly or through groups. */
  rolesIn(principal: Principal, project: string): RoleInProject[];
}

/** Access of an open service. */
export interface ServiceAccess extends Access {
  /** Access version of the replica. */
  readonly version: number;
  /** Origins whose pages may read responses to browsers. Undefined until administrators configure them. */
  readonly frontendOrigins: readonly string[] | undefined;
  /** Calls the listener after each later change. */
  onChange(listener: () => void): void;
}

/** Properties of every context. */
interface CommonContext {
  /** The principal on whose behalf the work runs. */
  readonly actor: Principal;
  readonly access: Access;
  readonly settings: Settings;
  readonly now: () => Date;
  /** Returns a fresh UUID. */
  readonly id: () => string;
}

/** An HTTP request, without its declared input. */
export interface Request {
  readonly id: string;
  /** The caller's address, trusting only the configured proxies. */
  readonly clientAddress: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Context of a read: committed data, no transaction. */
export interface ReadContext<State = unknown> extends CommonContext {
  readonly em: EntityManager;
  readonly request: Request;
  /** State that the service's `open` returned. */
  readonly state: State;
}

/** A change for replicas. All changes of a unit of work leave in one message, which the host numbers. */
export interface StateDraft {
  readonly broadcast: Broadcast<never>;
  readonly change: unknown;
}

/** Creates a change for replicas in the format of the service's broadcast. */
export const stateDraft = <Change>(broadcast: Broadcast<Change>, change: Change): StateDraft => ({ broadcast, change });

/** A direct write: the request itself makes the change, without a change request. */
export interface DirectWrite {
  /** Reason given by the caller (`X-Change-Reason`), or null. */
  readonly reason: string | null;
}

/**
 * One unit of work: changed rows and published events commit together or not at all. A deadlock reruns the handler with a fresh context, so
 * the handler must not change anything outside of it.
 */
export interface Context extends CommonContext {
  readonly em: EntityManager;
  /** Revision that the caller last saw (`If-Match`), or null without a precondition. */
  readonly ifMatch: string | null;
  /** Null if the change was decided elsewhere: in a reaction to a message, a job, or an answer to another service. */
  readonly directWrite: DirectWrite | null;
  /** This unit of work on behalf of another principal, who is the actor of its events. */
  actAs(principal: Principal): Context;
  /** Publishes an event with the commit. */
  publish<E extends EventDefinition>(event: E, fact: Fact<E>): void;
  /** Values that live as long as this unit of work. */
  readonly slot: Slots<Context>;
  /** Sends replicas a change that no event describes. It leaves with the commit and raises the revision, once per unit of work. */
  publishState<Change>(broadcast: Broadcast<Change>, change: Change): void;
}

/** Context of work that does not run in one transaction: it may ask questions and open units of work one after the other. */
export interface OpenContext<State = unknown> extends CommonContext {
  readonly em: EntityManager;
  readonly request: Request;
  /** State that the service's `open` returned. Undefined in answers and `prepare`, which may run earlier. */
  readonly state: State;
  ask<Q extends Question>(question: Q, input: QuestionInput<Q>): Promise<QuestionOutput<Q>>;
  /** Values that live as long as the service is open in this process. */
  readonly slot: Slots;
  /** Queues counts for bulk delivery. They are lost if the process dies within the next second. */
  count(body: unknown): void;
  /** Runs `work` in one unit of work, by default for the actor of this context and with the correlation id of the request. */
  write<T>(work: (context: Context) => Promise<T>, actor?: Principal, correlationId?: string): Promise<T>;
  /** Last revision raised by the units of work of this context, or null. */
  raised(): Revision | null;
  /**
   * Runs `work` under a named lease, which is exclusive across all processes of the service. Does nothing if another run holds the lease.
   * Each unit of work extends the lease by `ttlMs`, by the database's clock. If `work` fails, the lease stays until it expires.
   */
  withLease(name: string, ttlMs: number, work: (write: LeasedWrite) => Promise<void>): Promise<void>;
}

/** Work for `write` that claims the `Idempotency-Key` of a request whose effects are in none of its handler's units of work. */
export const claimsKey = async (): Promise<void> => undefined;

/** Renews the lease and runs `work` in one unit of work. Returns null, without running it, once another run has taken the lease. */
export type LeasedWrite = <T>(work: (context: Context) => Promise<T>) => Promise<T | null>;
