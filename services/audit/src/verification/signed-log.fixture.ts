import { equal } from 'node:assert/strict';
import type { Job, OpenContext } from '@signalbox/kit';
import { eventually, start, type StartOptions, type TestApp } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { takeCheckpoints, takeCheckpointWhenDue } from '../checkpoint/take-checkpoint.ts';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import type { Audit } from '../open-audit.ts';
import { audit } from '../service.ts';
import { tablesOf } from '../tables/tables.ts';

/** Has a character at which some readers split lines, although it may be in a line of JSON. */
const severalLines = { name: 'checkout', type: 'release', description: 'one line\u2028another' };

/** Turns due checkpoints on and off. */
export const signing = { isOn: true };

const signWhenOn = {
  ...takeCheckpoints,
  run: async (context: OpenContext<Audit>): Promise<void> => {
    if (signing.isOn) await takeCheckpointWhenDue(context);
  },
};
const often = (...jobs: { readonly everyMs: number }[]) => jobs.map((job) => ({ ...job, everyMs: 20 }) as Job<never>);

/** Starts audit with a checkpoint every five events while `signing.isOn`. */
export const startSigning = (options: StartOptions = {}, jobs: readonly { readonly everyMs: number }[] = []): Promise<TestApp> =>
  start([{ ...audit, jobs: often(signWhenOn, ...jobs) }], {
    jobs: true,
    ...options,
    settings: { AUDIT_CHECKPOINT_EVENTS: '5', ...options.settings },
  });

/** Starts a log of twelve events with checkpoints at the 5th and 10th. Calls `signed` after each. */
export async function startSignedLog(
  options: StartOptions = {},
  jobs: readonly { readonly everyMs: number }[] = [],
  signed: (app: TestApp) => Promise<unknown> = async () => undefined,
): Promise<TestApp> {
  signing.isOn = true;
  const app = await startSigning(options, jobs);
  for (const [from, to] of [
    [1, 5],
    [6, 10],
    [11, 12],
  ] as const) {
    await publish(
      app,
      Array.from({ length: to - from + 1 }, (_, index) => emittedEvent(from + index, { data: severalLines })),
    );
    if (to === 12) continue;
    await eventually(async () => equal(await checkpointsOf(app), to / 5));
    await signed(app);
  }
  signing.isOn = false;
  return app;
}

export const checkpointsOf = async (app: TestApp): Promise<number> =>
  (await app.as(app.users.admin).get('/api/admin/audit/checkpoints')).body.checkpoints.length;

/** Changes the database as an attacker with write access would. */
export const tamper = (app: TestApp, statements: readonly string[]): Promise<void> =>
  app.store('audit').transaction(async (em) => {
    for (const statement of statements) await tablesOf(em).executeQuery(CompiledQuery.raw(statement));
  });
