import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listen, type Listening, processListener } from '@signalbox/host';
import { delivery } from '@signalbox/delivery';
import { eventually } from '@signalbox/testing';
import { parse } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { type DeliveryApp, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { matches, readExpression } from './promql.ts';

interface Rule {
  readonly seriesQuery: string;
  readonly metricsQuery: string;
}

const [rule] = (parse(readFileSync(join(root, 'deploy/monitoring/adapter-rules.yaml'), 'utf8')) as { custom: Rule[] }).custom;

/** The adapter's Prometheus query for one pod. */
const query = (rule?.metricsQuery ?? '')
  .replace('<<.Series>>', rule?.seriesQuery.split('{')[0] ?? '')
  .replace('<<.LabelMatchers>>', 'namespace="signalbox",pod="delivery-1"')
  .replace('<<.GroupBy>>', 'pod');
const { selectors } = readExpression(query);
/** Labels that Prometheus adds to all series of a pod. */
const ofPod = { namespace: 'signalbox', pod: 'delivery-1' };

/** The subset of Prometheus' text format used here: a name, labels and a number. */
function* samplesIn(text: string) {
  for (const [, name = '', labels = '', value] of text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm))
    yield {
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, response]) => [key, response])),
      value: Number(value),
    };
}

describe('the metric that delivery is scaled by', () => {
  let product: DeliveryApp;
  let process: Listening;
  before(async () => {
    product = await openDeliveryApp();
    await product.createFeature('cart');
    await product.switchOn('cart');
    process = await listen(processListener(product.app.host, [delivery]), 0, '127.0.0.1');
  });
  after(async () => {
    await process.drain();
    await product.close();
  });

  const url = (path: string) => `http://127.0.0.1:${process.port}${path}`;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(url(path), init);
    await answer.arrayBuffer();
    return answer;
  };

  /** Value of the process's metrics, according to the rule. */
  async function counted(): Promise<number> {
    const text = await (await fetch(url('/metrics'))).text();
    const [selector] = selectors;
    const requested = [...samplesIn(text)].filter(
      ({ name, labels }) => name === selector?.metric && matches({ ...labels, ...ofPod }, selector.matchers),
    );
    return requested.reduce((sum, { value }) => sum + value, 0);
  }

  it('is the rate per pod of a counter of the process', () => {
    ok(query.startsWith('sum(rate('));
    deepEqual([selectors.length, readExpression(query).grouping], [1, ['pod']]);
  });

  it('counts all kinds of reads, and neither reports nor probes', async () => {
    const client = { authorization: await product.token({}) };
    const page = { authorization: await product.token({ type: 'frontend' }), 'content-type': 'application/json' };
    const before = await counted();
    const first = await ask('/api/client/features', { headers: client });
    equal((await ask('/api/client/features', { headers: { ...client, 'if-none-match': first.headers.get('etag') ?? '' } })).status, 304);
    equal((await ask('/api/client/delta', { headers: client })).status, 200);
    equal((await ask('/api/frontend', { headers: page })).status, 200);
    equal((await ask('/api/frontend', { method: 'POST', headers: page, body: '{}' })).status, 200);
    equal((await ask('/ofrep/v1/evaluate/flags', { method: 'POST', headers: page, body: '{}' })).status, 200);
    await eventually(async () => equal((await counted()) - before, 6));

    const json = { ...client, 'content-type': 'application/json' };
    const now = new Date().toISOString();
    const registration = { appName: 'shop', strategies: [], started: now, interval: 1000 };
    const usage = { appName: 'shop', bucket: { start: now, stop: now, toggles: {} } };
    equal((await ask('/api/client/register', { method: 'POST', headers: json, body: JSON.stringify(registration) })).status, 202);
    equal((await ask('/api/client/metrics', { method: 'POST', headers: json, body: JSON.stringify(usage) })).status, 202);
    equal((await ask('/edge/validate', { method: 'POST', headers: json, body: JSON.stringify({ tokens: [] }) })).status, 200);
    for (const path of ['/health', '/ready', '/metrics']) equal((await ask(path)).status, 200);
    equal((await ask('/api/client/features', { headers: client })).status, 200);
    await eventually(async () => equal((await counted()) - before, 7));
  });

  it('counts a stream once, when it opens', async () => {
    const before = await counted();
    const stream = await openStream(url(''), { authorization: await product.token({}) });
    await eventually(async () => equal((await counted()) - before, 1));
    stream.close();
  });
});
