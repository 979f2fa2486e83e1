import type { Migration } from './migration.ts';

/** Migrations that a process must know to use the schema (`runsFrom`). */
export const requiredMigrations: Migration = {
  name: '0000-required-migrations',
  up: ({ exact }) => [`create table if not exists required_migration (name varchar(255) not null primary key) ${exact}`],
};

/** Requires processes to know the migration. Safe to run twice. */
export const requireMigration = (name: string): string =>
  `insert into required_migration (name) select '${name}' where not exists (select 1 from required_migration where name = '${name}')`;
