import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSamples } from './parse-samples.ts';

/** The files of samples by name. */
export const sampleFiles: ReadonlyMap<string, string> = new Map(
  globSync('*.ndjson', { cwd: import.meta.dirname })
    .sort()
    .map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]),
);

/** Every line of every file. */
export const ndjson = [...sampleFiles.values()].join('');

/** The stored samples, by `<type>.v<version>`. */
export const samples = parseSamples(ndjson);
