import { randomBytes } from 'node:crypto';
import { type Client, testEnvironment } from '@signalbox/testing';
import { run as runCommand } from '../../backup/instance.fixture.ts';
import { untilAvailable } from '../../journeys/running-product.ts';
import { openSecretsInUse, type SecretsInUse } from '../../keys/secrets-in-use.ts';
import { type Cluster, startCluster } from '../../scale/cluster.ts';
import { rollOut } from '../../scale/roll-out.ts';
import { startTraffic } from '../../scale/traffic.ts';
import { startLanes } from '../lanes.ts';
import { findProblems, readLedger } from '../ledger.ts';
import { closeScenes, toRefusals, twoOfEach } from '../scene.ts';
import { atLeast, none, type Trial, type TrialRun } from '../trial.ts';

const project = 'rotated';
const lanesAtOnce = 2;
const ledgerLimitMs = 120_000;
const writesDuring = 100;
const newKeys = () => ({ ENCRYPTION_KEY: randomBytes(28).toString('hex'), INTERNAL_SECRET: randomBytes(28).toString('hex') });
type Keys = ReturnType<typeof newKeys>;

const both = (first: Keys, second: Keys): Keys => ({
  ENCRYPTION_KEY: `${first.ENCRYPTION_KEY},${second.ENCRYPTION_KEY}`,
  INTERNAL_SECRET: `${first.INTERNAL_SECRET},${second.INTERNAL_SECRET}`,
});

/** `ENCRYPTION_KEY` and `INTERNAL_SECRET` are rotated in the steps of docs/hardening.md, while administrators and applications continue. */
export const keysRotated: Trial = {
  number: 20,
  title: 'both keys are rotated under load',
  async run(trial) {
    await closeScenes();
    const [old, next] = [newKeys(), newKeys()];
    const secrets = await openSecretsInUse();
    const cluster = await startCluster(twoOfEach, { ...secrets.settings, ...old });
    try {
      return await rotate(trial, cluster, secrets, old, next);
    } finally {
      await cluster.close();
      await secrets.close();
    }
  },
};

async function rotate({ amounts, say }: TrialRun, cluster: Cluster, secrets: SecretsInUse, old: Keys, next: Keys) {
  const admin = cluster.as({ authorization: cluster.tokens.admin });
  const as = (headers: Record<string, string>) => whenReady(cluster.as(headers));
  const product = { admin: whenReady(admin), as };
  await secrets.prepare(product, 5);
  await secrets.check(product);
  const session = await logIn(cluster);
  const made = await admin.post('/api/admin/projects', { id: project, name: project });
  if (made.status !== 201) throw new Error(`no project: ${JSON.stringify(made.body)}`);
  const sender = startTraffic(cluster, project, amounts.rate);
  const lanes = startLanes(admin, lanesAtOnce, { tokens: false });
  const failed: string[] = [];
  const lockedOut: string[] = [];
  let sent = 0;
  const restartWith = async (step: string, keys: Keys) => {
    await rollOut(
      cluster,
      sender,
      '',
      ({ service, requests, failures }) => {
        sent += requests;
        for (const [what, count] of failures) failed.push(`${step}, ${service}: ${count} x ${what}`);
      },
      keys,
    );
    const { status } = await session.get('/api/admin/user');
    if (status !== 200) lockedOut.push(`${step}: a session from before the rotation is answered ${status}`);
    await secrets.check(product).catch((error: Error) => lockedOut.push(`${step}: ${error.message}`));
    say(`${step}: ${sent} requests, ${failed.length} kinds of failure, ${lanes.acknowledged} writes`);
  };
  await restartWith('old,new', both(old, next));
  await restartWith('new,old', both(next, old));
  const { code, stdout, stderr } = await runCommand(cluster.workspace, [testEnvironment.entry, 'rekey'], both(next, old));
  if (code !== 0) throw new Error(`rekey ended with ${code}: ${stderr}`);
  say(stdout.trim().replaceAll('\n', '\n   '));
  await restartWith('new', next);
  await sender.stop();
  await lanes.stop();
  const ledger = await readLedger(cluster.workspace, lanes.features, ledgerLimitMs, ['change-requests', 'integrations']);
  say(`${lanes.acknowledged} writes; other responses, retried: ${toRefusals(lanes)}`);
  return [
    none(`failed of ${sent} requests`, failed),
    none('failed sessions, logins with a code or a provider, and signed webhooks', lockedOut),
    atLeast('writes during the rotation', writesDuring, lanes.acknowledged),
    none('writes or events lost, repeated or invented', findProblems(ledger)),
    none('features whose changes are out of order', lanes.findOrderProblems(ledger)),
  ];
}

/**
 * Repeats requests if a process does not have the caller's latest state yet. Secrets are shown once, so these requests must not have an
 * idempotency key.
 */
const whenReady = (client: Client): Client => ({
  ...client,
  get: (path, options) => untilAvailable(() => client.get(path, options)),
  post: (path, body, options) => untilAvailable(() => client.post(path, body, options)),
});

async function logIn({ as, password }: Cluster): Promise<Client> {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  return as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}
