import { equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstatedEvents } from './unstated-events.ts';

describe('unstatedEvents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stated-'));
  after(() => rmSync(folder, { recursive: true }));

  it('returns all events if no test ran', () => ok(unstatedEvents(folder).includes('toggles.feature-created')));

  it('returns the events that no test emitted', () => {
    const before = unstatedEvents(folder).length;
    writeFileSync(join(folder, 'emitted-events'), 'feature-created\nfeature-archived\n');
    equal(unstatedEvents(folder).includes('toggles.feature-created'), false);
    equal(unstatedEvents(folder).length, before - 2);
  });
});
