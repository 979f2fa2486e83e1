import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSamples } from './parse-samples.ts';

/** Files of samples by name. */
export const sampleFiles: ReadonlyMap<string, string> = new Map(
  globSync('*.ndjson', { cwd: import.meta.dirname })
    .sort()
    .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]),
);

/** All lines of all files. */
export const ndjson = [...sampleFiles.values()].join('');

/** Stored samples, by `<type>.v<version>`. */
export const samples = parseSamples(ndjson);
