import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings, metricsPaths } from '@signalbox/kit';
import { openStandalone, type Running } from '@signalbox/standalone';
import { surfaces } from '@signalbox/standalone/services';
import { newWorkspace, type Workspace, removeWorkspace, settingsOf } from '@signalbox/testing';
import { parse } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { readPages } from '../architecture/source.ts';
import {
  boundPanels,
  idleRunbooks,
  lostRunbooks,
  type Metrics,
  mixedInstances,
  readAlerts,
  readDashboards,
  readPanels,
  unknownNames,
  untestedAlerts,
} from './monitoring.ts';
import { readExpression } from './promql.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names under which Prometheus stores a histogram. */
const namesOf = (name: string, type: string) => (type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name]);

describe('monitoring', () => {
  let workspace: Workspace;
  let product: Running;
  let metrics: Metrics;
  before(async () => {
    workspace = await newWorkspace();
    const servers = { DATABASE_URL: 'sqlite:', BUS_URL: 'memory:', CACHE_URL: 'memory:' };
    product = await openStandalone({
      settings: settingsOf(workspace, { ...servers, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1' }, surfaces),
    });
    const { registry } = product.host.metrics;
    const described = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
    const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
    metrics = new Map(
      described.flatMap(({ name, labelNames }) => namesOf(name, types.get(name) ?? '').map((stored) => [stored, labelNames])),
    );
  });
  after(async () => {
    await product.close();
    await removeWorkspace(workspace);
  });

  const alerts = readAlerts();
  const panels = readPanels();

  it('names only metrics of the product, with existing labels', () => {
    ok(alerts.length >= 10 && panels.length >= 10);
    deepEqual(unknownNames([...alerts.map(({ alert, expr }) => ({ location: alert, expr })), ...panels], metrics), []);
  });

  it('names only metrics of the product: reports planted violations', () => {
    const expr = 'sum by (color) (rate(signalbox_request_seconds_count{reed="x"}[5m])) > signalbox_nothing';
    deepEqual(unknownNames([{ location: 'planted', expr }], metrics), [
      'planted: signalbox_request_seconds_count has no label reed',
      'planted: unknown metric signalbox_nothing',
      'planted: no series has a label color',
    ]);
    throws(() => readExpression('sum(rate(up[5m])'), /cannot be parsed/);
  });

  it('separates instances that share a Prometheus, in every alert', () => {
    deepEqual(mixedInstances(alerts), []);
    deepEqual(mixedInstances([{ alert: 'A', expr: 'max(x) - min by (service) (x) - sum by (namespace, service) (x) > 0' }]), [
      'A: max drops the namespace',
      'A: min drops the namespace',
    ]);
  });

  it('shows the selected data source and namespaces in every panel', () => {
    deepEqual(boundPanels(), []);
    const panel = {
      title: 'P',
      datasource: { uid: 'prometheus' },
      targets: [{ expr: 'up{namespace=~"$namespace"} / up{namespace=~".*"}' }],
    };
    deepEqual(boundPanels([{ title: 'D', templating: { list: [{ name: 'datasource' }] }, panels: [panel] }]), [
      'D has no variable namespace',
      'D: P ignores $datasource',
      'D: P ignores $namespace',
    ]);
  });

  it('links each alert to a section with steps', () => deepEqual(lostRunbooks(alerts, readPages()), []));

  it('links each alert to a section: reports planted violations', () => {
    const annotations = { summary: '', runbook_url: 'docs/operate.md#nowhere' };
    deepEqual(lostRunbooks([{ alert: 'A', expr: '', annotations }], readPages()), ['A: docs/operate.md#nowhere is not a section']);
  });

  it('has a promtool test in which each alert rests and fires, run by npm run suite -- deployment', () => {
    const tests = read('test/deploy/alerts.promtool.yml');
    deepEqual(untestedAlerts(alerts, tests), []);
    const [first] = alerts;
    deepEqual(untestedAlerts(alerts, tests.replaceAll(`alertname: ${first?.alert}`, 'alertname: Other')), [
      `${first?.alert} has no test in which it rests and then fires`,
    ]);
  });

  it('has steps and an alert for every section of the run book', () => {
    deepEqual(idleRunbooks(alerts, read('docs/operate.md')), []);
    deepEqual(idleRunbooks([], '## Alerts\n\n### Lost\n\nSomething is.\n\n## Next\n'), [
      'Lost: no alert links here',
      'Lost: there are no steps',
    ]);
  });

  it('shows every metric of the product', () => {
    const shown = new Set([...alerts, ...panels].flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric)));
    deepEqual(
      [...metrics.keys()].filter((metric) => !shown.has(metric) && !metric.endsWith('_sum')),
      [],
    );
  });

  it('queries only metrics that a process really serves', async () => {
    const text = await (await fetch(`http://127.0.0.1:${product.metricsPort}${metricsPaths[0]}`)).text();
    const served = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type = '']) => namesOf(name, type)));
    const queried = panels.flatMap(({ expr }) => readExpression(expr).selectors.map(({ metric }) => metric));
    ok(queried.length >= 40);
    deepEqual(
      queried.filter((metric) => !served.has(metric) && metric !== 'up'),
      [],
    );
  });

  it('imports into Grafana without conflicts: each dashboard has a uid, and each panel an id and a place of its own', () => {
    const dashboards = readDashboards();
    equal(new Set(dashboards.map(({ uid }) => uid)).size, dashboards.length);
    for (const { uid, title, schemaVersion, panels: own } of dashboards) {
      ok(/^[\w-]{1,40}$/.test(uid) && title !== '' && schemaVersion >= 36, uid);
      equal(new Set(own.map(({ id }) => id)).size, own.length);
      equal(new Set(own.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size, own.length);
    }
  });

  it('warns at four fifths of the streams that a delivery process accepts', () => {
    const max = allSettings(surfaces).find(({ name }) => name.endsWith('_STREAMS'))?.default;
    const { expr = '' } = alerts.find(({ alert }) => alert === 'SignalboxStreamsNearlyFull') ?? {};
    equal(Number(expr.split('>')[1]), 0.8 * Number(max));
  });

  it("provides the autoscaler's metric under the name that it requests", () => {
    interface Rules {
      readonly custom: readonly { readonly seriesQuery: string; readonly name: { readonly matches: string; readonly as: string } }[];
    }
    const [rule] = (parse(read('deploy/monitoring/adapter-rules.yaml')) as Rules).custom;
    const [series = ''] = rule?.seriesQuery.split('{') ?? [];
    ok(metrics.has(series));
    match(series, new RegExp(rule?.name.matches ?? ''));
    ok(read('deploy/overlays/production/scaling.yaml').includes(`name: ${rule?.name.as} }`));
  });

  it('fetches metrics where processes serve them, with the right labels', async () => {
    interface Scraping {
      readonly scrape_configs: readonly {
        readonly metrics_path: string;
        readonly honor_labels: boolean;
        readonly relabel_configs: readonly { replacement?: string }[];
      }[];
    }
    const [job] = (parse(read('deploy/compose/prometheus.yml')) as Scraping).scrape_configs;
    equal(job?.honor_labels, true);
    const { 'x-product': common } = parse(read('docker-compose.yml')) as { 'x-product': { environment: Record<string, string> } };
    equal(job?.relabel_configs.at(-1)?.replacement, `$1:${common.environment['METRICS_PORT']}`);
    ok(metricsPaths.includes(job?.metrics_path ?? ''));
    for (const path of metricsPaths) {
      const answer = await fetch(`http://127.0.0.1:${product.metricsPort}${path}`);
      match(await answer.text(), /^signalbox_delivery_stale\{what="features"\} [01]$/m);
      equal((await fetch(`http://127.0.0.1:${product.port}${path}`)).status, 401);
    }
  });
});
