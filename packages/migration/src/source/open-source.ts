import { openDatabaseSource } from './database-source.ts';
import { openFileSource } from './file-source.ts';
import type { Source } from './source.ts';
import { openUrlSource } from './url-source.ts';

/** Names a source: exactly one of a URL, a database and a file. */
export interface SourceOptions {
  readonly url: string | undefined;
  readonly sourceToken: string | undefined;
  readonly database: string | undefined;
  readonly export: string | undefined;
}

/** Opens the source that the options name. */
export async function openSource({ url = '', sourceToken = '', database, export: file }: SourceOptions): Promise<Source> {
  if (database !== undefined) return openDatabaseSource(database);
  if (file !== undefined) return openFileSource(file);
  return openUrlSource(url, sourceToken);
}
