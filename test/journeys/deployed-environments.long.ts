import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, testEnvironment } from '@signalbox/testing';
import { parse } from 'yaml';
import { findFreePort } from '../../tools/distributed/ports.ts';
import { journey } from '../../tools/images/journey.ts';
import { root } from '../../tools/testing/root.ts';
import type { Compose } from '../deploy/compose-rules.ts';
import { configOf } from '../deploy/manifest-rules.ts';
import { buildManifests, canBuild, type Container, type Manifest, productsOf } from '../deploy/manifests.ts';
import { grantRights, image, type Machine, openMachine, passwordIn, type Running } from './deployed.fixture.ts';

const serviceNames = surfaces.map(({ name }) => name);
const startLimitMs = 110_000;
/** Each look is a process, which takes its time from those that are looked at. */
const pollMs = 1000;
const runs = (executable: string, ...args: string[]) => spawnSync(executable, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;

const pause = (ms: number) => setTimeout(ms, false);

// Nothing is set of what the file takes from outside.
const composeText = readFileSync(join(root, 'docker-compose.yml'), 'utf8').replaceAll(/\$\{\w+:-([^}]*)\}/g, '"$1"');
const { services: composeServices } = parse(composeText, { merge: true }) as Compose;

/** The service behind all that it waits for, in the order in which they can start. */
function inOrder(name: string): string[] {
  const needs = Object.keys(composeServices[name]?.depends_on ?? {});
  return [...new Set([...needs.flatMap(inOrder), name])];
}

/** Starts what docker-compose.yml runs. */
class ComposeUp {
  readonly running = new Map<string, Running>();
  readonly #services = composeServices;
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Starts it and waits until it is what others wait for. Answers false for a server whose own tools are not to be had. */
  async start(name: string): Promise<boolean> {
    const isProduct = this.#services[name]?.image.startsWith('signalbox/');
    if (!isProduct) return this.#awaitServer(name);
    await this.#startProduct(name);
    return true;
  }

  async #startProduct(name: string): Promise<void> {
    const { command = [], environment = {}, healthcheck } = this.#services[name] ?? {};
    // A variable without a value is passed on only where the shell has it.
    const given = Object.entries(environment).flatMap(([variable, value]) => (value === null ? [] : [[variable, value] as const]));
    const running = this.#machine.run({ name, command, environment: Object.fromEntries(given) });
    this.running.set(name, running);
    if (healthcheck?.disable) equal(await running.ended, 0, running.output());
    else await whenHealthy(this.#machine, name, running);
    if (name === 'secrets') await grantRights(this.#machine);
  }

  /** The server of this machine stands in for the file's, and has to pass the file's own check, where its tool is to be had. */
  async #awaitServer(name: string): Promise<boolean> {
    if (name === 'redis' && !(await this.#startRedis())) return false;
    if (name === 'mysql' && !runs('mysql', '--version')) return false;
    if (name === 'rabbitmq' && !runs('rabbitmqctl', '-q', 'list_vhosts')) return false;
    const [kind, ...words] = (this.#services[name]?.healthcheck?.test ?? []) as string[];
    const command = words.map((word) => this.#here(word));
    const all = kind === 'CMD-SHELL' ? ['sh', '-c', ...command] : command;
    return eventually(async () => (await this.#machine.passes(all)) || pause(pollMs), startLimitMs);
  }

  async #startRedis(): Promise<boolean> {
    if (!runs('redis-server', '--version')) return false;
    this.#redisPort = await findFreePort();
    this.#machine.redirect('redis:6379', `127.0.0.1:${this.#redisPort}`);
    const command = (this.#services['redis']?.command ?? []).map((word) => this.#here(word));
    this.#machine.run({ name: 'redis', command, environment: {} });
    return true;
  }

  #redisPort = 0;

  #here(word: string): string {
    const { port } = new URL(testEnvironment.mysqlUrl ?? '');
    return word
      .replaceAll('$$', '$')
      .replaceAll('/run/secrets', this.#machine.folder)
      .replace('--user=signalbox', `--user=${this.#machine.user} --port=${port || 3306}`)
      .replace('redis-cli', `redis-cli -p ${this.#redisPort}`)
      .replace('redis-server', `redis-server --port ${this.#redisPort} --bind 127.0.0.1`);
  }
}

/** Waits until the image's own health check passes. */
async function whenHealthy(machine: Machine, name: string, running: Running): Promise<void> {
  const isHealthy = () => machine.passes(image.healthCheck, running.environment);
  const outcome = await Promise.race([running.ended, eventually(async () => (await isHealthy()) || pause(pollMs), startLimitMs)]);
  equal(outcome, true, `${name} has ended with ${outcome}:\n${running.output()}`);
}

/** What a container is given in a cluster, where the Secret is what `make-secrets.ts` has made. */
function environmentOf(container: Container, manifests: readonly Manifest[], secret: Readonly<Record<string, string>>) {
  const own = (container.env ?? []).flatMap(({ name, value, valueFrom }) => {
    const { key = '', optional = false } = valueFrom?.secretKeyRef ?? {};
    const given = value ?? secret[key];
    ok(given !== undefined || optional, `${name} is in no Secret`);
    return given === undefined ? [] : [[name, given] as const];
  });
  return { ...configOf(manifests, container), ...Object.fromEntries(own) };
}

const nameOf = ({ pod }: Pick<ReturnType<typeof productsOf>[number], 'pod'>) => pod.owner.replace('Deployment ', '');

/** Waits until all of them answer what their probes ask. */
async function whenProbed(machine: Machine, containers: ReturnType<typeof productsOf>, running: ReadonlyMap<string, Running>) {
  for (const { pod, startupProbe, livenessProbe, readinessProbe } of containers)
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      const name = nameOf({ pod });
      const url = `http://127.0.0.1:${machine.ports.get(name)}${probe?.httpGet?.path}`;
      const answered = eventually(async () => equal((await fetch(url)).status, 200), startLimitMs);
      await answered.catch((error: Error) => ok(false, `${url}: ${error.message}\n${running.get(name)?.output()}`));
    }
}

const travel = async (machine: Machine, identity: Running | undefined) => {
  ok(identity);
  const url = `http://127.0.0.1:${machine.ports.get('gateway')}`;
  equal((await journey({ url, password: await passwordIn(identity) })).length, 7);
};

if (testEnvironment.way === 'distributed') {
  describe('docker-compose.yml, with its own environment, order and health checks', function () {
    this.timeout(240_000);
    let machine: Machine;
    let compose: ComposeUp;
    before(async () => {
      machine = await openMachine();
      compose = new ComposeUp(machine);
    });
    after(() => machine.close());

    const order = inOrder('gateway');

    it('makes secrets, then starts servers, then migrates, then starts every service', () => {
      const expected = ['secrets', 'mysql', 'migrate', 'identity', 'gateway'];
      deepEqual(
        order.filter((name) => expected.includes(name)),
        expected,
      );
      deepEqual(
        serviceNames.filter((name) => !order.includes(name)),
        [],
      );
    });

    for (const name of order)
      it(`lets ${name} through its gate`, async function () {
        if (!(await compose.start(name))) this.skip();
      });

    it('reaches its first screen and carries a journey', () => travel(machine, compose.running.get('identity')));
  });

  describe('deploy/overlays/production, with the environment of its pods', function () {
    this.timeout(240_000);
    let machine: Machine;
    let manifests: Manifest[];
    let running: ReadonlyMap<string, Running>;
    before(async function () {
      if (!canBuild) this.skip();
      manifests = buildManifests('deploy/overlays/production');
      machine = await openMachine();
      await machine.run({ name: 'secrets', command: ['node', 'deploy/image/make-secrets.ts', '/secrets'], environment: {} }).ended;
      await grantRights(machine);
    });
    after(() => machine?.close());

    it('migrates by its Job', async () => {
      const job = buildManifests('deploy/migration');
      const [migrate] = productsOf(job);
      ok(migrate);
      const [, , ...command] = migrate.command ?? [];
      const migration = machine.run({ name: 'migrate', command, environment: environmentOf(migrate, job, machine.secrets()) });
      equal(await migration.ended, 0, migration.output());
    });

    it('starts every service, which answers its probes', async () => {
      const containers = productsOf(manifests);
      running = new Map(
        containers.map((container) => {
          const name = nameOf(container);
          const environment = environmentOf(container, manifests, machine.secrets());
          return [name, machine.run({ name, command: image.commandOf(name), environment })] as const;
        }),
      );
      deepEqual([...running.keys()].sort(), [...serviceNames].sort());
      await whenProbed(machine, containers, running);
    });

    it('reaches its first screen and carries a journey', () => travel(machine, running.get('identity')));
  });
}
