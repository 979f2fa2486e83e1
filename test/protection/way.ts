import type { Client } from '@signalbox/testing';
import type { Stage } from './stage.ts';

type Value = string | number;

/** A request that really takes effect if an administrator sends it. Functions receive the stage on which it has its objects. */
export interface Sent {
  /** Distinguishes several requests to one operation. */
  readonly does?: string;
  /** Parameters of the path without a default. */
  readonly at?:
    | Readonly<Record<string, Value>>
    | ((on: Stage) => Promise<Readonly<Record<string, Value>>> | Readonly<Record<string, Value>>);
  readonly query?: string;
  /** The body, or a function of the stage. */
  readonly body?: unknown;
  /** Sent instead of a body, as this content type. */
  readonly raw?: readonly [type: string, text: (on: Stage) => string | Promise<string>];
  /** A credential of its own, for operations that no user or admin token may call. It sends the request once. */
  readonly by?: (on: Stage) => Client | Promise<Client>;
  /** Why the admin token is refused, unlike an administrator. */
  readonly refusesToken?: string;
  /** Waits for an effect that a job brings. */
  readonly arrives?: (on: Stage) => Promise<unknown>;
  /** Undoes the effect on objects that other requests share. */
  readonly restore?: (on: Stage) => Promise<unknown>;
}

/**
 * Where a request takes effect. `reaches`: in production, so it needs approval. `exempt`: there, and needs none. `apart`: nowhere that
 * applications of production could notice. `opens`: there later, because it grants a right or ends the protection. `refused`: never.
 */
export type Effect = 'reaches' | 'exempt' | 'apart' | 'opens' | 'refused';

export interface Way extends Sent {
  readonly effect: Effect;
  /** Why it needs no approval, or why it is always refused. */
  readonly because?: string;
}

export const reaches = (sent: Sent = {}): Way => ({ ...sent, effect: 'reaches' });
export const apart = (sent: Sent = {}): Way => ({ ...sent, effect: 'apart' });
export const opens = (sent: Sent = {}): Way => ({ ...sent, effect: 'opens' });
export const exempt = (because: string, sent: Sent = {}): Way => ({ ...sent, effect: 'exempt', because });
export const refused = (because: string, sent: Sent = {}): Way => ({ ...sent, effect: 'refused', because });

/** Ways by operation, as in `POST /api/admin/projects`. */
export type Ways = Readonly<Record<string, Way | readonly Way[]>>;
