/** Value of a column. All columns are text or integers. */
export type Value = string | number | null;

/** Reads a snapshot in one dialect. Callers quote names with `quoted`. */
export interface SnapshotReader {
  quoted(service: string, table: string): string;
  columnsOf(service: string): Promise<readonly { readonly table: string; readonly column: string }[]>;
  nextIdOf(service: string, table: string): Promise<number | null>;
  read(text: string): AsyncIterable<readonly Value[]>;
  close(): Promise<void>;
}
