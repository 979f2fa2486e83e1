import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

/** Limit of alias expansions, because a few lines of aliases could expand to terabytes. */
const aliases = 100;

// Plain data only, without custom tags. Serialized, because parsing text is faster than cloning objects.
const value: unknown = parse(workerData as string, { schema: 'core', maxAliasCount: aliases, merge: true, customTags: null });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(JSON.stringify(value ?? null));
