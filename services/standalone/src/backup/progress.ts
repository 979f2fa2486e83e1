/** Reason why a backup or a restore is refused, as a sentence for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** Called after each batch of rows, and again (`isComplete`) after the last row of a table. */
export type ProgressListener = (progress: {
  readonly service: string;
  readonly table: string;
  readonly rows: number;
  readonly isComplete: boolean;
}) => void;

const rowsPerLine = 100_000;

/** Writes a line for each table with rows, and one per 100,000 rows of a long table. */
export function reportProgress(write: (line: string) => void): ProgressListener {
  let reported = 0;
  return ({ service, table, rows, isComplete }) => {
    if (isComplete || rows < reported) reported = 0;
    if (isComplete && rows > 0) write(`${service}.${table}: ${rows} rows`);
    if (isComplete || rows < reported + rowsPerLine) return;
    reported = rows;
    write(`${service}.${table}: ${rows} rows so far`);
  };
}
