import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Job } from '@signalbox/kit';
import { baseTables } from '@signalbox/store';
import { type TestApp, eventually, start, statementsOf } from '@signalbox/testing';
import { Item, items, sampleService } from '../sample-service.fixture.ts';

describe('a job that runs in one process at a time', () => {
  it('is free for another process as soon as this one ends', async () => {
    let runs = 0;
    const run = async () => void (runs += 1);
    const first = await start([sampleService({ jobs: [{ name: 'count', everyMs: 20, oneAtATime: true, run }] })], { jobs: true });
    await eventually(() => ok(runs > 0));
    await first.close({ keepData: true });
    const second = await start([sampleService()], { jobs: true, workspace: first.workspace });
    const lease = await baseTables(second.store('sample').reader())
      .selectFrom('lease')
      .select('expires_at')
      .where('name', '=', 'job:count')
      .executeTakeFirstOrThrow();
    equal(Number(lease.expires_at), 0);
    await second.close();
  });
});

describe('a job that is due every hour', () => {
  it('runs in a short-lived process, and not again in the next one until the hour is over', async () => {
    let runs = 0;
    const hourly = { name: 'hourly', everyMs: 3_600_000, oneAtATime: true, run: async () => void (runs += 1) };
    const first = await start([sampleService({ jobs: [hourly] })], { jobs: true });
    await eventually(() => equal(runs, 1));
    await first.close({ keepData: true });

    let others = 0;
    const other = { name: 'other', everyMs: 3_600_000, oneAtATime: true, run: async () => void (others += 1) };
    const second = await start([sampleService({ jobs: [hourly, other] })], { jobs: true, workspace: first.workspace });
    await eventually(() => equal(others, 1));
    equal(runs, 1);
    await second.store('sample').transaction(async (em) => {
      await baseTables(em)
        .updateTable('lease')
        .set({ ran_at: Date.now() - 3_700_000 })
        .where('name', '=', 'job:hourly')
        .execute();
    });
    await second.close({ keepData: true });

    const third = await start([sampleService({ jobs: [hourly] })], { jobs: true, workspace: first.workspace });
    await eventually(() => equal(runs, 2));
    await third.close();
  });
});

describe('the statements of a job', () => {
  let app: TestApp;
  let reads = 0;
  before(async () => {
    const run: Job['run'] = async ({ em }) => {
      await em.find(Item, {});
      reads += 1;
    };
    app = await start([sampleService({ jobs: [{ name: 'read', everyMs: 1, oneAtATime: false, run }] })], { jobs: true });
  });
  after(() => app.close());

  it('do not count as those of a request that is handled meanwhile', async () => {
    const statements = await statementsOf(app.store('sample'), async () => {
      const before = reads;
      equal((await app.as(app.users.viewer).get(items)).status, 200);
      await eventually(() => ok(reads > before + 1));
    });
    equal(statements.length, 1);
  });
});

describe('jobs', () => {
  let app: TestApp;
  let runs = 0;
  let resting = 0;
  const begun = Date.now() / 1000;
  before(async () => {
    const count = async () => {
      runs += 1;
      if (runs === 1) throw new Error('for tests');
    };
    const restingJob = { everyMs: 1, oneAtATime: false, restsInMaintenance: true, run: async () => void (resting += 1) } as const;
    const jobs = [
      { name: 'count', everyMs: 1, oneAtATime: false, run: count },
      { name: 'tidy', ...restingJob },
      { name: 'broken', everyMs: 1, oneAtATime: false, run: () => Promise.reject(new Error('for tests')) },
    ];
    app = await start([sampleService({ jobs })], { jobs: true });
  });
  after(() => app.close());

  /** Changes the mode. The services receive it with the next version of the access state. */
  async function maintain(isOn: boolean): Promise<void> {
    app.users.maintenance = isOn;
    await app.users.know('default');
  }

  it('run repeatedly, also after a failure', () => eventually(() => ok(runs > 2)));

  it('are counted by outcome, with the time of their last success', async () => {
    const { jobRuns, jobSuccess } = app.host.metrics;
    const outcomesOf = async (job: string) =>
      (await jobRuns.get()).values.filter(({ labels, value }) => labels.job === job && value > 0).map(({ labels }) => labels.outcome);
    const successOf = async (job: string) => (await jobSuccess.get()).values.find(({ labels }) => labels.job === job)?.value;
    await eventually(async () => deepEqual([await outcomesOf('tidy'), await outcomesOf('broken')], [['done'], ['failed']]));
    const tidied = Number(await successOf('tidy'));
    ok(begun <= tidied && tidied <= Date.now() / 1000, String(tidied));
    equal(await successOf('broken'), undefined);
  });

  it('run in maintenance mode, unless they declare restsInMaintenance', async () => {
    await maintain(true);
    const before = { runs, resting };
    await eventually(() => ok(runs > before.runs + 2));
    equal(resting, before.resting);
    await maintain(false);
    await eventually(() => ok(resting > before.resting));
  });
});
