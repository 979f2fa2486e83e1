// What a hundred hostile bodies at once do to others: how long other requests wait meanwhile, and how far memory grows. Run it
// with `node tools/run.mjs test/bench/hostile-bodies.ts`. Fails beyond the promise of SECURITY.md: 50 ms (p99) and 100 MB.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { type Product, startProduct } from '../journeys/product.ts';

const parallel = 100;
/** How often each of the senders sends. */
const rounds = 10;
const maxWaitMs = 50;
const maxGrowthMb = 100;

const json = { 'content-type': 'application/json' };
const deep = Buffer.from('['.repeat(90_000));
const bombs = {
  'nested 90,000 deep': { body: deep, headers: json },
  'a gzip of 100 MB': { body: gzipSync(Buffer.alloc(100_000_000, '[')), headers: { ...json, 'content-encoding': 'gzip' } },
  'a million bytes of text': { body: Buffer.from(`{"name":"${'a'.repeat(1_000_000)}"}`), headers: json },
};

/** A viewer logs in; an anonymous caller sends no credential. */
async function senders(product: Product): Promise<Readonly<Record<string, Record<string, string>>>> {
  const password = 'a view of 2 seas, and 3 hills';
  const viewer = { username: 'viewer', password, rootRole: 'Viewer', sendEmail: false };
  const created = await product.admin.post('/api/admin/user-admin', viewer);
  if (created.status !== 201) throw new Error(`no viewer: ${created.status} ${JSON.stringify(created.body)}`);
  const { headers } = await product.as({}).post('/auth/simple/login', { username: 'viewer', password });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { anonymous: {}, 'a viewer': { cookie, 'sec-fetch-site': 'same-origin' } };
}

/** Resident megabytes of all processes of the product. */
function memoryMb(product: Product): number {
  const pages = [...product.pids().values()].map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]));
  return pages.reduce((sum, count) => sum + count, 0) * (4096 / 2 ** 20);
}

/** How long a request waits, asked again and again until `ended`. */
async function watchOthers(product: Product, agent: Agent, ended: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!ended()) {
    const begun = performance.now();
    const { body } = await request(`${product.url}/api/client/features`, {
      dispatcher: agent,
      headers: { authorization: product.tokens.client },
    });
    await body.dump();
    waits.push(performance.now() - begun);
    await sleep(1);
  }
  return waits.sort((one, other) => one - other);
}

async function attack(product: Product, bomb: (typeof bombs)[keyof typeof bombs], credential: Record<string, string>) {
  const [attackers, agent] = [new Agent({ connections: parallel }), new Agent()];
  let isOver = false;
  const before = memoryMb(product);
  const others = watchOthers(product, agent, () => isOver);
  const statuses = new Map<number, number>();
  const send = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const status = await request(`${product.url}/api/admin/projects/default/features`, {
        dispatcher: attackers,
        method: 'POST',
        body: bomb.body,
        headers: { ...bomb.headers, ...credential },
      }).then(
        async (answer) => (await answer.body.dump(), answer.statusCode),
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, send));
  const growth = memoryMb(product) - before;
  isOver = true;
  const waits = await others;
  await Promise.all([attackers.destroy(), agent.destroy()]);
  const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? Number.NaN;
  return { p99, max: waits.at(-1) ?? Number.NaN, count: waits.length, growth, statuses };
}

const product = await startProduct({ LOGINS_PER_MINUTE: '1000' });
let missed = 0;
try {
  console.log('| 10 x 100 bodies at once      | from     | others wait, p99 ms | max | memory, MB | statuses (0: cut off) |');
  console.log('| ---------------------------- | -------- | ------------------: | ------: | ---------: | --------------------- |');
  for (const [from, credential] of Object.entries(await senders(product))) {
    for (const [title, bomb] of Object.entries(bombs)) {
      const { p99, max, growth, statuses } = await attack(product, bomb, credential);
      const isMissed = !(p99 <= maxWaitMs && growth <= maxGrowthMb);
      if (isMissed) missed += 1;
      const seen = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      const cells = [
        title.padEnd(28),
        from.padEnd(8),
        p99.toFixed(1).padStart(19),
        max.toFixed(1).padStart(7),
        growth.toFixed(0).padStart(10),
      ];
      console.log(`| ${cells.join(' | ')} | ${seen} |${isMissed ? ' MISSED' : ''}`);
    }
  }
} finally {
  await product.close();
}
if (missed > 0) {
  console.log(`\n${missed} of the promises are MISSED.`);
  process.exitCode = 1;
}
