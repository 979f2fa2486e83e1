/** What a migration may need to know of the dialect. Column types are the same words on both. */
export interface MigrationWords {
  /** An integer primary key that the database numbers. */
  readonly serial: string;
  /** Ends each `create table`: its texts differ by case and by blanks at their end, whatever the schema's own default is. */
  readonly exact: string;
}

/**
 * One step of a schema: statements that are harmless when run again, because DDL commits by itself on MySQL. An index
 * or a column that is there already is taken for one that an interrupted run made.
 */
export interface Migration {
  /** Sorts after the name of the step before: `0001-features`. */
  readonly name: string;
  readonly up: (words: MigrationWords) => readonly string[];
  /**
   * For a migration that contracts: the oldest migration that a process must know to start on the schema from then on. Without it, the
   * version before starts on the new schema too, so that a roll-back works.
   */
  readonly runsFrom?: string;
}
