// Measures the port of flagd in one process: CPU of an evaluation, delay of a change, and memory of open streams.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { findFreePort } from '@signalbox/testing/servers';
import { evaluationV2 } from '../../services/delivery/src/flagd/wire/evaluation-v2.ts';
import { type Product, startProduct } from '../journeys/product.ts';

const sizes = { features: 350, requests: 20_000, atOnce: 50, streams: 1000, changes: 40 };
const pageBytes = 4096;
const ticksPerSecond = 100;
const features = '/api/admin/projects/default/features';

/** CPU seconds and resident bytes of the product's only process. */
async function usageOf(product: Product): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const [pid = 0] = product.pids().values();
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8');
  return { seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, bytes: Number(statm.split(' ')[1]) * pageBytes };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0;

const port = await findFreePort();
const token = `default:development.${randomBytes(28).toString('hex')}`;
const product = await startProduct({ FLAGD_PORT: String(port), FLAGD_TOKEN: token, INIT_CLIENT_API_TOKENS: token });
const client = createClient(evaluationV2, createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}` }));
const ending = new AbortController();
try {
  for (let index = 0; index < sizes.features; index += 1) await product.admin.post(features, { name: `flag-${index}` });
  const evaluate = (index: number) =>
    client
      .resolveBoolean({ flagKey: `flag-${index % sizes.features}`, context: { targetingKey: `user-${index % 100}` } })
      .catch(() => undefined);
  for (let index = 0; index < 2000; index += 1) await evaluate(index);
  const before = await usageOf(product);
  let next = 0;
  const work = async () => {
    while (next < sizes.requests) await evaluate(next++);
  };
  await Promise.all(Array.from({ length: sizes.atOnce }, work));
  const perSecond = sizes.requests / ((await usageOf(product)).seconds - before.seconds);
  console.log(`${Math.round(perSecond)} evaluations for a second of CPU (goal 15,000)`);

  const { bytes } = await usageOf(product);
  let ready = 0;
  const arrived: number[] = [];
  let changedAt = 0;
  const follow = async () => {
    for await (const { type } of client.eventStream({}, { signal: ending.signal })) {
      if (type === 'provider_ready') ready += 1;
      else arrived.push(performance.now() - changedAt);
    }
  };
  for (let index = 0; index < sizes.streams; index += 1) void follow().catch(() => undefined);
  while (ready < sizes.streams) await new Promise((resolve) => setTimeout(resolve, 50));
  const perStream = ((await usageOf(product)).bytes - bytes) / sizes.streams;
  console.log(`${Math.round(perStream / 1000)} kB for each of ${sizes.streams} open streams`);

  const delays: number[] = [];
  for (let index = 0; index < sizes.changes; index += 1) {
    arrived.length = 0;
    const path = `${features}/flag-0/environments/development/${index % 2 === 0 ? 'on' : 'off'}`;
    changedAt = performance.now();
    await product.admin.post(path);
    while (arrived.length < sizes.streams) await new Promise((resolve) => setTimeout(resolve, 5));
    delays.push(...arrived);
  }
  console.log(
    `change to EventStream of ${sizes.streams} streams: p50 ${Math.round(percentile(delays, 0.5))} ms, p99 ${Math.round(percentile(delays, 0.99))} ms`,
  );
} finally {
  ending.abort();
  await product.close();
}
