import type { Kysely } from 'kysely';
import type { WithDatabase } from '../migrations/migrate.ts';
import type { Store } from '../store.ts';

/** The parts of a restore that differ by dialect. */
export interface RestoreDialect {
  readonly dialect: Store['dialect'];
  readonly location: string;
  /** A connection that ignores foreign keys. */
  readonly database: Kysely<unknown>;
  readonly migrating: WithDatabase;
  readonly numberFrom: (table: string, nextId: number) => Promise<void>;
}
