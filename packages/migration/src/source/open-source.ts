import { openDatabaseSource } from './database-source.ts';
import { openFileSource } from './file-source.ts';
import { type FlagdOptions, openFlagdSource } from './flagd-source.ts';
import type { Source } from './source.ts';
import { openUrlSource } from './url-source.ts';

/** Names a source: exactly one of a URL, a database, a file, and a file of flagd. */
export interface SourceOptions {
  readonly url: string | undefined;
  readonly sourceToken: string | undefined;
  readonly database: string | undefined;
  readonly export: string | undefined;
  readonly flagd?: FlagdOptions;
}

/** Opens the source that the options name. */
export async function openSource({ url = '', sourceToken = '', database, export: file, flagd }: SourceOptions): Promise<Source> {
  if (flagd) return openFlagdSource(flagd);
  if (database !== undefined) return openDatabaseSource(database);
  if (file !== undefined) return openFileSource(file);
  return openUrlSource(url, sourceToken);
}
