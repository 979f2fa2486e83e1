// What one more API token costs where there are thousands: the CPU of identity and two deliveries, in this process, from the request to
// the moment when both deliveries know it. `node tools/run.mjs test/bench/tokens.ts [tokens] [rounds]`.

import { createHash, randomUUID } from 'node:crypto';
import { delivery } from '@signalbox/delivery';
import { identity } from '@signalbox/identity';
import { listen, openHost, processListener } from '@signalbox/host';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, newWorkspace, openClient, removeWorkspace, settingsOf, start } from '@signalbox/testing';
import type { Bus } from '@signalbox/bus';
import { Agent } from 'undici';

const [stored = 5000, rounds = 40] = process.argv.slice(2).map(Number);
const adminToken = `*:*.${'c1'.repeat(28)}`;
const path = '/api/admin/api-tokens';
const agent = new Agent();

const app = await start([identity], { ownIdentity: true, surfaces, settings: { INIT_ADMIN_API_TOKENS: adminToken } });
const admin = app.holding('token', adminToken);
await fill(stored);
const asked = await listen(processListener(app.host, [identity]), 0, '127.0.0.1');
const deliveries = [await openDelivery(), await openDelivery()];

await measure(Math.ceil(rounds / 4));
const { cpuMs, wallMs } = await measure(rounds);
process.stdout.write(`${JSON.stringify({ tokens: stored, rounds, cpuMsPerToken: cpuMs, wallMsPerToken: wallMs })}\n`);
for (const { close } of deliveries) await close();
await asked.drain();
await agent.destroy();
await app.close();

async function fill(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    hash: createHash('sha256').update(`stored ${index}`).digest('hex'),
    masked: 'default:development.…1f2e',
    token_name: `application-${index}`,
    type: 'client',
    environment: 'development',
    projects: '["default"]',
    created_at: Date.now(),
  }));
  await app.store('identity').transaction(async (em) => {
    const db = em.getKysely<{ api_token: (typeof rows)[number] }>();
    for (let from = 0; from < count; from += 100)
      await db
        .insertInto('api_token')
        .values(rows.slice(from, from + 100))
        .execute();
  });
}

async function openDelivery() {
  const home = { ...(await newWorkspace()), prefix: app.workspace.prefix };
  const further = { TOGGLES_URL: 'http://127.0.0.1:1', IDENTITY_URL: `http://127.0.0.1:${asked.port}`, CACHE_URL: 'memory:' };
  const settings = settingsOf(home, further, surfaces);
  const host = await openHost([delivery], { settings, surfaces, bus: unclosed(app.host.bus) });
  const listening = await listen(processListener(host, [delivery]), 0, '127.0.0.1');
  const close = async () => {
    await listening.drain();
    await host.close();
    await removeWorkspace(home);
  };
  return { client: openClient(`http://127.0.0.1:${listening.port}`, agent, () => ({})), close };
}

/** The bus of all three: each host closes its own, and the last one is identity. */
function unclosed(bus: Bus): Bus {
  return new Proxy(bus, {
    get(target, name) {
      const member: unknown = name === 'close' ? async () => undefined : Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

async function measure(count: number): Promise<{ cpuMs: number; wallMs: number }> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let round = 0; round < count; round += 1) await create();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: perToken((user + system) / 1000, count), wallMs: perToken(performance.now() - begun, count) };
}

function perToken(ms: number, count: number): number {
  return Math.round((ms / count) * 10) / 10;
}

async function create(): Promise<void> {
  const token = { tokenName: randomUUID(), type: 'client', environment: 'development', projects: ['default'] };
  const { status, body } = await admin.post(path, token);
  if (status !== 201) throw new Error(JSON.stringify(body));
  for (const { client } of deliveries) {
    await eventually(async () => {
      const { body: known } = await client.post('/edge/validate', { tokens: [body.secret] });
      if (known.tokens.length !== 1) throw new Error('not known yet');
    });
  }
}
