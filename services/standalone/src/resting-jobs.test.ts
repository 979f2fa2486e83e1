import { deepEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadServices } from './base/services.ts';

describe('jobs that pause in maintenance', () => {
  it('match the operators’ page for each service', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
    const [, table = ''] = /These jobs pause until maintenance ends:\n\n((?:\|.*\n)+)/.exec(page) ?? [];
    const rows = table.split('\n').map((line) => line.split('|').slice(1, 3));
    const namesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const listed = rows.flatMap(([service, jobs]) => namesIn(service).map((name) => [name, new Set(namesIn(jobs))] as const));
    const resting = (await loadServices()).flatMap(({ surface, jobs = [] }) => {
      const names = jobs.filter(({ restsInMaintenance }) => restsInMaintenance).map(({ name }) => name);
      return names.length > 0 ? [[surface.name, new Set(names)] as const] : [];
    });
    deepEqual(new Map<string | undefined, Set<string | undefined>>(listed), new Map(resting));
  });
});
