import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import { reportsOf } from './reports.ts';
import { type Row, type ScopedUsage, Usage } from './usage.ts';

const at = '2026-03-01T12:10:00.000Z';
const timestamp = '2026-03-01T12:00:00.000Z';
const counts = { kind: 'metrics', appName: 'shop', instanceId: 'i', environment: 'development', projects: ['*'], timestamp, at };
const row = (featureName: string, yes = 1): Row => ({
  featureName,
  appName: 'shop',
  environment: 'development',
  timestamp,
  yes,
  no: 0,
  variants: {},
});
const usageOf = (metrics: readonly Row[]): ScopedUsage => ({
  environment: 'development',
  projects: ['*'],
  applications: [],
  metrics,
  impactMetrics: [],
});

describe('usage at a relay', () => {
  it('is summed by application, hour and feature', () => {
    const usage = new Usage();
    const toggles = { cart: { yes: 1, no: 2, variants: { red: 1 } } };
    usage.count([
      { ...counts, toggles },
      { ...counts, toggles, instanceId: 'j' },
      { ...counts, toggles, appName: 'other' },
    ]);
    deepEqual(
      usage.list().flatMap(({ metrics }) => metrics.map(({ appName, yes, no, variants }) => [appName, yes, no, { ...variants }])),
      [
        ['shop', 2, 4, { red: 2 }],
        ['other', 1, 2, { red: 1 }],
      ],
    );
  });

  it('counts variants with the names of built-in properties', () => {
    const usage = new Usage();
    const counted = (variants: Record<string, number>) => ({ ...counts, toggles: { cart: { yes: 1, no: 0, variants } } });
    usage.count([counted({}), counted({ constructor: 1 }), counted({ constructor: 2 })]);
    equal(JSON.stringify(usage.list()[0]?.metrics[0]?.variants), '{"constructor":3}');
  });

  it('contains the last registration of each instance', () => {
    const usage = new Usage();
    const registration = {
      kind: 'register',
      appName: 'shop',
      instanceId: 'i',
      environment: 'development',
      sdkVersion: null,
      sdkType: 'backend',
    };
    usage.count([
      { ...registration, interval: 1, at },
      { ...registration, interval: 2, at },
    ]);
    deepEqual(usage.list()[0]?.applications, [{ appName: 'shop', instanceId: 'i', environment: 'development', interval: 2 }]);
  });

  it('contains impact metrics in their order, in bodies that upstreams read completely', () => {
    const usage = new Usage();
    const metrics = Array.from({ length: 150 }, (_, index) => ({
      name: `m${index}`,
      help: '',
      type: 'gauge',
      samples: [{ value: index }],
    }));
    usage.count([{ kind: 'impact', environment: 'development', at, metrics }]);
    const bodies = usage.list().flatMap((each) => reportsOf(each).map(({ body }) => JSON.parse(body) as { impactMetrics: unknown[] }));
    deepEqual([bodies.length, bodies.flatMap(({ impactMetrics }) => impactMetrics)], [2, metrics]);
  });

  it('loses its oldest rows above the limit, and counts them', () => {
    const usage = new Usage({ rows: 2, applications: 1, impactMetrics: 1 });
    usage.add(usageOf([row('a'), row('b'), row('c')]));
    deepEqual([usage.list()[0]?.metrics.map(({ featureName }) => featureName), usage.dropped, usage.size], [['b', 'c'], 1, 2]);
  });

  it('is reported in bodies below the limit, without losing any', () => {
    const rows = Array.from({ length: 500 }, (_, index) => row(`feature-${index}`));
    const reports = reportsOf(usageOf(rows), 5000);
    ok(reports.length > 10);
    ok(reports.every(({ body }) => body.length < 6000));
    deepEqual(
      reports.flatMap(({ usage }) => usage.metrics),
      rows,
    );
    deepEqual(reportsOf(usageOf([])), []);
  });

  it('survives a kill, also one in the middle of a line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-journal-'));
    try {
      const settings = { dataDir: folder, encryptionKeys: [], internalSecrets: [] };
      const journal = new Journal(settings);
      deepEqual(await journal.read(), { usage: [], unreadable: 0 });
      await Promise.all([journal.append([usageOf([row('a')])]), journal.append([usageOf([row('b')])])]);
      const file = join(folder, 'relay/usage.ndjson');
      await writeFile(file, `${await readFile(file, 'utf8')}{"environment":"dev`);
      deepEqual(await new Journal(settings).read(), { usage: [usageOf([row('a')]), usageOf([row('b')])], unreadable: 1 });
      await journal.replace([]);
      equal(await readFile(file, 'utf8'), '');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
