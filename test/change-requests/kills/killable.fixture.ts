import { equal } from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { changeRequestsSurface } from '@signalbox/change-requests/surface';
import { type Principal, roleIds } from '@signalbox/contracts';
import { listen } from '@signalbox/host';
import { service, surface } from '@signalbox/kit';
import { type Client, clientAs, eventually, newWorkspace, runStatements, start, type TestUsers, testEnvironment } from '@signalbox/testing';
import { togglesSurface } from '@signalbox/toggles/surface';
import { Agent } from 'undici';
import { findFreePort } from '@signalbox/testing/servers';
import { proposals } from '../changes-app.fixture.ts';
import type { KillOrder } from './killable-service.ts';

export type KillableName = 'change-requests' | 'toggles';

/** Change requests and toggles in separate processes, which can be killed. Test users are in this process. */
export interface KillableServices {
  readonly users: TestUsers;
  /** May approve and apply. */
  readonly reviewer: Principal;
  as(name: KillableName, principal: Principal): Client;
  /** Makes the process kill itself at that point. */
  arm(name: KillableName, order: KillOrder): Promise<void>;
  /** Kills the process from outside. */
  kill(name: KillableName): void;
  /** Resolves when the process was killed and its successor is ready. */
  revive(name: KillableName): Promise<void>;
  close(): Promise<void>;
}

const names: readonly KillableName[] = ['change-requests', 'toggles'];
const secret = 'test-secret-that-is-long-enough-for-hs256';
const killedWithinMs = 20_000;
const readyWithinMs = 90_000;
const timeoutMs = 12_000;

export async function openKillableServices(): Promise<KillableServices> {
  const workspace = await newWorkspace([changeRequestsSurface, togglesSurface]);
  const app = await start([service({ surface: surface({ name: 'watching' }), routes: [] })], { workspace });
  const internal = await listen(app.host.internal, 0, '127.0.0.1');
  const ports = { 'change-requests': await findFreePort(), toggles: await findFreePort() };
  const { mysqlUrl = '', amqpUrl = '', redisUrl = '', logLevel } = testEnvironment;
  const environment = {
    DATABASE_URL: mysqlUrl,
    BUS_URL: amqpUrl,
    CACHE_URL: redisUrl,
    DATABASE_PREFIX: workspace.prefix,
    BUS_PREFIX: workspace.prefix,
    CACHE_PREFIX: workspace.prefix,
    INTERNAL_SECRET: secret,
    LOG_LEVEL: logLevel,
    HOST: '127.0.0.1',
    IDENTITY_URL: `http://127.0.0.1:${internal.port}`,
    TOGGLES_URL: `http://127.0.0.1:${ports.toggles}`,
    CHANGE_REQUESTS_URL: `http://127.0.0.1:${ports['change-requests']}`,
  };
  const children = new Map<KillableName, ChildProcess>();
  const begin = (name: KillableName) => {
    const folder = join(workspace.dataDir, name);
    mkdirSync(folder, { recursive: true });
    // Loading code takes most of a start. The next start of the service reuses the compiled code.
    const env = { ...environment, NODE_COMPILE_CACHE: join(workspace.dataDir, 'compiled'), DATA_DIR: folder, PORT: String(ports[name]) };
    const main = join(import.meta.dirname, 'killable-service.ts');
    children.set(name, fork(main, [name], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
  };
  const child = (name: KillableName): ChildProcess => {
    const found = children.get(name);
    if (!found) throw new Error(`${name} is not running`);
    return found;
  };
  const whenReady = (name: KillableName) =>
    eventually(async () => {
      const signal = AbortSignal.timeout(3000);
      const answer = await fetch(`http://127.0.0.1:${ports[name]}/ready`, { headers: { connection: 'close' }, signal });
      await answer.arrayBuffer();
      return answer.ok;
    }, readyWithinMs);
  const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const reviewer = app.users.someone();
  for (const role of [roleIds.approver, roleIds.applier]) await app.users.grant(reviewer, role, 'default');
  for (const name of names) begin(name);
  await Promise.all(names.map(whenReady));
  const as = (name: KillableName, principal: Principal) => clientAs(`http://127.0.0.1:${ports[name]}`, agent, principal);
  equal((await as('toggles', app.users.admin).put(`${proposals()}/config`, { changeRequestsEnabled: true })).status, 200);
  return {
    users: app.users,
    reviewer,
    as,
    async arm(name, order) {
      const armed = once(child(name), 'message', { signal: AbortSignal.timeout(killedWithinMs) });
      child(name).send(order);
      await armed;
    },
    kill: (name) => void child(name).kill('SIGKILL'),
    async revive(name) {
      const killed = child(name);
      if (killed.exitCode === null && killed.signalCode === null)
        await once(killed, 'exit', { signal: AbortSignal.timeout(killedWithinMs) });
      equal(killed.signalCode, 'SIGKILL', `${name} ended with ${killed.exitCode} instead of being killed`);
      // Ends the leases of the killed process, which would otherwise delay its jobs for minutes.
      await runStatements(mysqlUrl, [`update \`${workspace.prefix}${name.replaceAll('-', '_')}\`.lease set expires_at = 0`]);
      begin(name);
      await whenReady(name);
    },
    async close() {
      await agent.destroy();
      await Promise.all([...children.values()].map(end));
      await internal.drain();
      await app.close();
    },
  };
}

async function end(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const gone = once(running, 'exit');
  running.kill('SIGTERM');
  await gone;
}
