import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

/** Aliases may repeat so much at most, because a few lines of them could stand for terabytes. */
const aliases = 100;

// Plain data alone: no tags of one's own, no merge keys. As text, because it is read back faster than it is copied.
const value: unknown = parse(workerData as string, { schema: 'core', maxAliasCount: aliases, merge: false, customTags: null });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(JSON.stringify(value ?? null));
