import { equal, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstatedEvents } from './unstated-events.ts';

describe('events that no test has stated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stated-'));
  after(() => rmSync(folder, { recursive: true }));

  it('are all of them where nothing ran', () => ok(unstatedEvents(folder).includes('toggles.feature-created')));

  it('are the others', () => {
    const before = unstatedEvents(folder).length;
    writeFileSync(join(folder, 'stated-events'), 'feature-created\nfeature-archived\n');
    equal(unstatedEvents(folder).includes('toggles.feature-created'), false);
    equal(unstatedEvents(folder).length, before - 2);
  });
});
