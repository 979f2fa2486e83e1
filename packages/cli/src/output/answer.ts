import type { ExitCode } from '../base/problem.ts';

/** Columns of a table: the value of each row by title. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

/** The result of a command. `data` is its JSON; the other properties replace how it looks in a terminal and in Markdown. */
export interface Answer {
  readonly data: unknown;
  /** Rows of the table. Absent: `data`, as a list of properties. */
  readonly table?: { readonly titles: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
  /** Text for terminals, instead of a table. */
  readonly text?: string;
  /** True if lines of the text begin with the sign of a difference. */
  readonly isDiff?: true;
  readonly markdown?: string;
  readonly exitCode?: ExitCode;
}

/** Answers with a list. */
export const listOf = <Row>(data: readonly Row[], columns: Columns<Row>): Answer => ({
  data,
  table: { titles: Object.keys(columns), rows: data.map((row) => Object.values(columns).map((valueOf) => valueOf(row))) },
});

/** Answers with one object. Its table lists the properties in `shown`. */
export const objectOf = (data: object, shown: object = data): Answer => ({
  data,
  table: { titles: [], rows: Object.entries(shown).filter(([, value]) => value !== undefined) },
});

/** Answers with a sentence in terminals. */
export const sentenceOf = (data: object, text: string): Answer => ({ data, text });
