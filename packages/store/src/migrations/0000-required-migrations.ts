import type { Migration } from './migration.ts';

/** Migrations that the code of a process must include to start on the schema (`runsFrom`). */
export const requiredMigrations: Migration = {
  name: '0000-required-migrations',
  up: ({ exact }) => [`create table if not exists required_migration (name varchar(255) not null primary key) ${exact}`],
};

/** Records that the code of a process must include the migration. Safe to run twice. */
export const requireMigration = (name: string): string =>
  `insert into required_migration (name) select '${name}' where not exists (select 1 from required_migration where name = '${name}')`;
