import { deepEqual, equal, ok } from 'node:assert/strict';
import { hostMetrics } from '@signalbox/host';
import { deadLettersPath, type MetricDeclaration } from '@signalbox/kit';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import { eventually } from '@signalbox/testing';
import { backupMetric } from '../../../services/audit/src/log/backups.ts';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

/** A series of a metrics page. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

describe('the metrics of all processes after a journey', () => {
  const running = shareProduct();
  let product: Product;
  let declared: readonly MetricDeclaration[];
  let paths: ReadonlySet<string>;
  const prefixes = new Set(surfaces.flatMap((each) => [deadLettersPath(each), ...(each.paths ?? []).map(({ prefix }) => prefix)]));
  before(async () => {
    const services = await loadServices();
    declared = [...Object.values(hostMetrics), ...services.flatMap(({ metrics = [] }) => metrics)];
    paths = new Set(services.flatMap(({ routes }) => routes.map(({ declaration }) => declaration.path)));
    product = running();
    await journey(product);
  });

  it('are those of the catalog, with their types', async () => {
    const types = new Map(declared.map(({ name, kind }): [string, string] => [name, kind]));
    for (const page of await pagesOf(product)) {
      const shown = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]);
      ok(shown.length > 10);
      deepEqual(
        shown.filter(([name = '', type]) => types.get(name) !== type),
        [],
      );
    }
  });

  it('have series with exactly the labels of the catalog', async () => {
    await eventually(async () => {
      const samples = samplesOf(await pagesOf(product));
      const labelsOf = ({ name, kind, labels }: MetricDeclaration) => ({
        name,
        labels: [...labels, ...(kind === 'histogram' ? ['le'] : [])].sort(),
      });
      // There is no series before the first backup: see backups.test.ts.
      const shown = declared.filter(({ name }) => name !== backupMetric.name);
      deepEqual(
        shown.map((each) => seriesOf(each, samples)),
        shown.map(labelsOf),
      );
    });
  });

  it('name routes and prefixes by their declaration, and use one word for unknown paths', async () => {
    const routes = new Set(samplesOf(await pagesOf(product)).flatMap(({ labels: { route } }) => route ?? []));
    deepEqual(
      [...routes].filter((route) => !paths.has(route) && !prefixes.has(route) && route !== 'none'),
      [],
    );
    ok(routes.has('none') && routes.size > 5);
  });
});

describe('the catalog of metrics', () => {
  it('follows the conventions: base units as suffix, counters in _total', async () => {
    const services = await loadServices();
    const all: readonly MetricDeclaration[] = [...Object.values(hostMetrics), ...services.flatMap(({ metrics = [] }) => metrics)];
    deepEqual(
      all.filter(({ name }) => !/^(?:signalbox|process)(?:_[a-z]+)+$/.test(name) || /milli|_ms\b|minutes|hours/.test(name)),
      [],
    );
    deepEqual(
      all.filter(({ name, kind }) => (kind === 'counter') !== name.endsWith('_total')),
      [],
    );
    deepEqual(
      all.filter(({ name, kind }) => kind === 'histogram' && !name.endsWith('_seconds')),
      [],
    );
    equal(new Set(all.map(({ name }) => name)).size, all.length);
  });
});

/** Requests of many kinds: a login, a change, a read by an application, an evaluation, a token exchange, and unknown paths. */
async function journey(product: Product): Promise<void> {
  const features = '/api/admin/projects/default/features';
  const logIn = await product.as({}).post('/auth/simple/login', { username: 'admin', password: product.password });
  equal(logIn.status, 200);
  equal((await product.admin.post(features, { name: 'measured' })).status, 201);
  const application = product.as({ authorization: product.tokens.client });
  await eventually(async () => {
    const { status, body } = await application.get('/api/client/features');
    equal(status, 200);
    ok(body.features.some(({ name }: { name: string }) => name === 'measured'));
  });
  const now = new Date().toISOString();
  const bucket = { start: now, stop: now, toggles: { measured: { yes: 1, no: 0 } } };
  equal((await application.post('/api/client/metrics', { appName: 'shop', instanceId: 'one', bucket })).status, 202);
  const question = { environment: 'development', projects: ['default'], context: { appName: 'shop' } };
  equal((await product.admin.post('/api/admin/playground', question)).status, 200);
  await eventually(async () => {
    const { body } = await product.admin.get('/api/admin/events');
    ok(body.events.some(({ type }: { type: string }) => type === 'feature-created'));
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  equal((await product.as({}).post('/auth/token/exchange', undefined, { raw: 'grant_type=x', headers })).status, 400);
  for (const path of ['/api/admin/nowhere', '/api/client/nowhere', '/nowhere']) equal((await product.admin.get(path)).status, 404);
}

/** Metrics of every process. */
async function pagesOf({ processes, url, tokens }: Product): Promise<string[]> {
  const others = [...(processes?.services.values() ?? [])].filter(({ name }) => name !== 'gateway');
  const urls = [url, ...others.map(({ port }) => `http://127.0.0.1:${port}`)];
  const answers = await Promise.all(
    urls.map((each) => fetch(`${each}/metrics`, { headers: { authorization: tokens.admin, connection: 'close' } })),
  );
  for (const { status } of answers) equal(status, 200);
  return Promise.all(answers.map((answer) => answer.text()));
}

const samplesOf = (pages: readonly string[]): Sample[] =>
  pages.flatMap((page) =>
    [...page.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({ name, labels: labelsOf(labels) })),
  );

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value]));

/** Labels of the metric's series; empty without series. */
function seriesOf({ name, kind }: MetricDeclaration, samples: readonly Sample[]) {
  const own = samples.filter((sample) => sample.name === (kind === 'histogram' ? `${name}_bucket` : name));
  return own.length > 0
    ? { name, labels: [...new Set(own.flatMap(({ labels }) => Object.keys(labels)))].sort() }
    : { name, labels: 'no series' };
}
