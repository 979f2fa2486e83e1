/** What a column may hold: this product has texts and whole numbers alone. */
export type Value = string | number | null;

/** The words in which one dialect is read. Names are quoted by the caller with `quoted`. */
export interface SnapshotReader {
  quoted(service: string, table: string): string;
  columnsOf(service: string): Promise<readonly { readonly table: string; readonly column: string }[]>;
  nextIdOf(service: string, table: string): Promise<number | null>;
  read(text: string): AsyncIterable<readonly Value[]>;
  close(): Promise<void>;
}
