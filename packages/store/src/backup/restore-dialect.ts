import type { Kysely } from 'kysely';
import type { WithDatabase } from '../migrations/migrate.ts';
import type { Store } from '../store.ts';

/** What the dialects do differently. */
export interface RestoreDialect {
  readonly dialect: Store['dialect'];
  readonly location: string;
  /** On one connection that does not look at foreign keys. */
  readonly database: Kysely<unknown>;
  readonly migrating: WithDatabase;
  readonly numberFrom: (table: string, nextId: number) => Promise<void>;
}
