import { equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unemittedEvents } from './unemitted-events.ts';

describe('unemittedEvents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stated-'));
  after(() => rmSync(folder, { recursive: true }));

  it('returns all events if no test ran', () => ok(unemittedEvents(folder).includes('toggles.feature-created')));

  it('returns the events that no test emitted', () => {
    const before = unemittedEvents(folder).length;
    writeFileSync(join(folder, 'emitted-events'), 'feature-created\nfeature-archived\n');
    equal(unemittedEvents(folder).includes('toggles.feature-created'), false);
    equal(unemittedEvents(folder).length, before - 2);
  });
});
