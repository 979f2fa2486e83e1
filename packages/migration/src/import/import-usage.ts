import type { Snapshot } from '../source/snapshot.ts';
import type { Source } from '../source/source.ts';
import { about, inChunks, type Target } from './target.ts';

const path = '/api/admin/migration/usage';

/** Imports dates of features, then counts and last-seen times. */
export async function importUsage({ api, report }: Target, source: Source, { features }: Snapshot): Promise<void> {
  await inChunks(features, async (chunk) => {
    const dates = chunk.map(({ name, createdAt, lifecycle }) => ({ name, createdAt, ...lifecycle }));
    await about('The dates of features', api.post(path, { features: dates }));
  });
  const pages = source.usage();
  if (!pages) return;
  let hours = 0;
  for await (const page of pages) {
    await about('The usage', api.post(path, page));
    hours += page.hours.length;
  }
  report(`${hours} hours of usage`);
}
