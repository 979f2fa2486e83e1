import { deepEqual, equal } from 'node:assert/strict';
import type { Envelope } from '@signalbox/contracts';
import type { Failpoint } from '@signalbox/host';
import { readOutbox } from '@signalbox/store';
import { eventually, settingsOf, testEnvironment } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from './crashing.fixture.ts';
import { openServiceStore } from './service-store.ts';

/** Durable steps between the decision of a release and its effects. */
const points: readonly Failpoint[] = ['after write', 'after commit', 'after publish', 'after confirm', 'before checkpoint'];
const features = '/api/admin/projects/default/features';
const plenty = 100_000;

interface Tables {
  release_plan: { feature_name: string; active_milestone_id: string; milestones: string; due_at: number | null };
  feature_strategy: { feature_name: string; milestone_id: string | null };
}

/** The state of a release in the database: the active milestone, those with strategies, and those that events say have started. */
interface Seen {
  readonly active: string | undefined;
  readonly applied: (string | undefined)[];
  readonly started: (string | undefined)[];
}

describe('crashes during a step of a release', () => {
  let product: CrashingProduct;
  before(async () => {
    product = await openCrashingProduct();
  });
  after(() => product.close());

  const store = async <T>(work: (opened: Awaited<ReturnType<typeof openServiceStore>>) => Promise<T>): Promise<T> => {
    const opened = await openServiceStore(settingsOf(product.workspace), 'toggles');
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  async function post(path: string, body?: object) {
    return eventually(async () => {
      const { status, body: answer } = await product.client.post(path, body);
      equal(status < 300, true, JSON.stringify(answer));
      return answer;
    });
  }

  /** Adds a feature whose release is overdue at the next start. */
  async function prepare(name: string): Promise<void> {
    product.start();
    const environment = `${features}/${name}/environments/development`;
    await post(features, { name });
    const milestones = [10, 100].map((share) => ({
      name: String(share),
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: String(share), stickiness: 'default' } }],
      transitionCondition: { intervalMinutes: 60 },
    }));
    const plan = await post(`${environment}/release-plans`, { name: 'careful', milestones });
    await post(`${environment}/release-plans/${plan.id}/milestones/${plan.milestones[0].id}/start`);
    await post(`${environment}/on`);
    await product.kill();
    await store((opened) =>
      opened.transaction(async (em) => {
        const db = em.getKysely<Tables & { feature_environment: { feature_name: string; switched_at: number }; lease: { name: string } }>();
        const row = await db.selectFrom('release_plan').selectAll().where('feature_name', '=', name).executeTakeFirstOrThrow();
        const overdue = row.milestones.replaceAll(/"startedAt":"[^"]*"/g, '"startedAt":"2026-01-01T00:00:00.000Z"');
        await db.updateTable('release_plan').set({ milestones: overdue, due_at: 0 }).where('feature_name', '=', name).execute();
        await db.updateTable('feature_environment').set({ switched_at: 0 }).where('feature_name', '=', name).execute();
        // The killed process would hold the lease for some seconds more, so that the first process to open might not sweep first.
        await db.deleteFrom('lease').where('name', '=', 'job:advance-releases').execute();
      }),
    );
  }

  const see = (name: string): Promise<Seen> =>
    store(async (opened) => {
      const db = opened.reader().getKysely<Tables>({ type: 'read' });
      const plan = await db.selectFrom('release_plan').selectAll().where('feature_name', '=', name).executeTakeFirstOrThrow();
      const strategies = await db.selectFrom('feature_strategy').selectAll().where('feature_name', '=', name).execute();
      const milestones = JSON.parse(plan.milestones) as { id: string; name: string }[];
      const nameOf = (id: unknown) => milestones.find((milestone) => milestone.id === id)?.name;
      const events = (await readOutbox(opened.reader(), 0, plenty))
        .map(({ body }) => (JSON.parse(body) as Partial<Envelope>).data)
        .filter((data) => data?.featureName === name && data.type === 'release-plan-milestone-started');
      return {
        active: nameOf(plan.active_milestone_id),
        applied: strategies.map(({ milestone_id }) => nameOf(milestone_id)),
        started: events.map((data) => nameOf((data?.data as { milestoneId: string } | null)?.milestoneId)),
      };
    });

  const before10: Seen = { active: '10', applied: ['10'], started: ['10'] };
  const after100: Seen = { active: '100', applied: ['100'], started: ['10', '100'] };

  for (const point of points)
    it(`leave a release before or after the step, and finish it once: ${point}`, async () => {
      const name = point.replaceAll(' ', '-');
      await prepare(name);
      await product.crash({ point, service: 'toggles', at: 1 });
      const seen = await see(name);
      deepEqual(seen, seen.active === '10' ? before10 : after100);
      product.start();
      await eventually(async () => deepEqual(await see(name), after100));
      await product.kill();
      deepEqual(await see(name), after100);
    });

  // SQLite allows one process.
  if (testEnvironment.way === 'distributed')
    for (const point of points)
      it(`leave the rest to another process that sweeps too, which finishes it once: ${point}`, async () => {
        const name = `second-${point.replaceAll(' ', '-')}`;
        await prepare(name);
        const crashed = product.crash({ point, service: 'toggles', at: 1 });
        const opened = eventually(async () => equal((await product.client.get(features)).status, 200));
        await Promise.race([crashed, opened]); // The first process opens first, and so sweeps first.
        const killSecond = await product.startSecond();
        await crashed;
        await eventually(async () => deepEqual(await see(name), after100));
        await killSecond();
        deepEqual(await see(name), after100);
      });
});
