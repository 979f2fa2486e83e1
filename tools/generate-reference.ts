import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeEvents } from '../packages/contracts/src/index.ts';
import { describeSettings } from '../packages/kit/src/index.ts';
import { root } from './testing/root.ts';

/** The pages that are written from the code. A test compares them with what is committed. */
export const referencePages: readonly { readonly path: string; readonly text: string }[] = [
  { path: 'docs/reference/events.md', text: describeEvents() },
  { path: 'docs/reference/settings.md', text: describeSettings() },
];

if (import.meta.main) {
  for (const { path, text } of referencePages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}
