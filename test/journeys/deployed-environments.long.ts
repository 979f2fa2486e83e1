import { deepEqual, equal, ok } from 'node:assert/strict';
import { surfaces } from '@signalbox/standalone/services';
import { describeUnless, eventually, testEnvironment } from '@signalbox/testing';
import { journey } from './first-steps.ts';
import { configOf } from '../deploy/manifest-rules.ts';
import { buildManifests, cannotBuild, type Container, type Manifest, productsOf } from '../deploy/manifests.ts';
import { grantRights, type Machine, openMachine, passwordIn, type Running } from './deployed.fixture.ts';

const serviceNames = surfaces.map(({ name }) => name);
const startLimitMs = 110_000;

/** Environment of a container in a cluster, with the Secret from `make-secrets`. */
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

/** Waits until all of them pass their probes. */
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
  equal((await journey({ url, password: await passwordIn(identity) })).length, 8);
};

if (testEnvironment.way === 'distributed') {
  describeUnless('deploy/overlays/production, with the environment of its pods', cannotBuild, () => {
    let machine: Machine;
    let manifests: Manifest[];
    let running: ReadonlyMap<string, Running>;
    before(async () => {
      manifests = buildManifests('deploy/overlays/production');
      machine = await openMachine();
      await machine.run({ name: 'secrets', args: ['make-secrets', '/secrets'], environment: {} }).ended;
      await grantRights(machine);
    });
    after(() => machine?.close());

    it('migrates with its Job', async () => {
      const job = buildManifests('deploy/migration');
      const [migrate] = productsOf(job);
      ok(migrate);
      const migration = machine.run({
        name: 'migrate',
        args: migrate.args ?? [],
        environment: environmentOf(migrate, job, machine.secrets()),
      });
      equal(await migration.ended, 0, migration.output());
    });

    it('starts every service, and all pass their probes', async () => {
      const containers = productsOf(manifests);
      running = new Map(
        containers.map((container) => {
          const name = nameOf(container);
          const environment = environmentOf(container, manifests, machine.secrets());
          return [name, machine.run({ name, args: container.args ?? [], environment })] as const;
        }),
      );
      deepEqual([...running.keys()].sort(), [...serviceNames].sort());
      await whenProbed(machine, containers, running);
    });

    it('reaches its first screen and passes a journey', () => travel(machine, running.get('identity')));
  });
}
