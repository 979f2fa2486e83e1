import { notEqual, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bugs } from './bugs.ts';
import { failpointPatches } from './failpoint-patches.ts';
import { applyPatches, type Patch } from './patch.ts';

const root = join(import.meta.dirname, '../../..');

/** The patches of each file, together. */
function filesOf(patches: readonly Patch[]): ReadonlyMap<string, readonly Patch[]> {
  return Map.groupBy(patches, ({ file }) => file);
}

describe('what is planted into the product', () => {
  for (const [name, patches] of Object.entries({ ...bugs, failpoints: failpointPatches }))
    it(`finds its places: ${name}`, () => {
      for (const [file, own] of filesOf(patches)) {
        const text = readFileSync(join(root, file), 'utf8');
        notEqual(applyPatches(text, own), text);
      }
    });

  it('is refused where its place is not there, or there twice', () => {
    const patch: Patch = { file: 'a.ts', from: 'x', to: 'y' };
    throws(() => applyPatches('abc', [patch]), /a\.ts holds 0 times/);
    throws(() => applyPatches('x x', [patch]), /a\.ts holds 2 times/);
  });
});
