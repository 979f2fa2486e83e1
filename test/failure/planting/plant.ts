// Loaded in front of a process of the product (`--import`): changes the text of some of its files as they are read, as the order in this
// file's own address says, and has the process end itself where it is told to. The product knows nothing of it.

import { registerHooks } from 'node:module';
import { writeSync } from 'node:fs';
import { bugs } from './bugs.ts';
import { failpointPatches } from './failpoint-patches.ts';
import { applyPatches } from './patch.ts';
import type { Planting } from './planting.ts';

const { bug, failpoint } = JSON.parse(new URL(import.meta.url).searchParams.get('order') ?? '{}') as Planting;
const patches = [...(bug ? bugs[bug] : []), ...(failpoint ? failpointPatches : [])];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = patches.filter(({ file }) => url.endsWith(`/${file}`));
    if (own.length === 0) return loaded;
    const text = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: applyPatches(text, own) };
  },
});

let passed = 0;
const failing = {
  /** What a process does while it opens is not counted. */
  isOpen: false,
  step(point: string, service: string) {
    if (!failing.isOpen || point !== failpoint?.point || service !== failpoint.service) return;
    passed += 1;
    if (passed < failpoint.at) return;
    writeSync(1, `failpoint ${point} of ${service}\n`);
    process.kill(process.pid, 'SIGKILL');
  },
};
Object.assign(globalThis, { failing });
