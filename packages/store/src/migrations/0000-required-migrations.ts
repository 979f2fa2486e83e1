import type { Migration } from './migration.ts';

/** Migrations that a process must know to run on the schema: `runsFrom` of those that have run. */
export const requiredMigrations: Migration = {
  name: '0000-required-migrations',
  up: ({ exact }) => [`create table if not exists required_migration (name varchar(255) not null primary key) ${exact}`],
};

/** Requires that processes know the migration. Harmless when it runs twice. */
export const requireMigration = (name: string): string =>
  `insert into required_migration (name) select '${name}' where not exists (select 1 from required_migration where name = '${name}')`;
