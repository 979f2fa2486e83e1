/** Dialect-specific parts of migrations. Column types are the same on both. */
export interface MigrationWords {
  /** An integer primary key that the database numbers. */
  readonly serial: string;
  /** Ends each `create table`, so that its texts differ by case and trailing blanks, whatever the schema's default is. */
  readonly exact: string;
  /** Lets a text column have longer texts. Executes nothing on SQLite, which has no limit. */
  readonly widen: (table: string, column: string, definition: string) => readonly string[];
}

/**
 * One step of a schema. Its statements must be safe to run again, because DDL commits implicitly on MySQL. An index or column that already
 * exists counts as the result of an interrupted run.
 */
export interface Migration {
  /** Sorts after the name of the previous step, for example `0001-features`. */
  readonly name: string;
  readonly up: (words: MigrationWords) => readonly string[];
  /**
   * For a migration that removes something: the oldest migration that processes must have to start on the schema. Absent: the previous
   * version also starts on the new schema, so that a rollback works.
   */
  readonly runsFrom?: string;
}
