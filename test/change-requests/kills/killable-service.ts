// One service in a process of its own, which ends itself where its parent says: `node killable-service.ts toggles`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { changeRequests } from '@signalbox/change-requests';
import { type Failpoint, type Instrument, listen, openHost, processListener, settingsOrExit } from '@signalbox/host';
import { type Answer, type Service, surface } from '@signalbox/kit';
import { toggles } from '@signalbox/toggles';

/** Where a process may end itself while it applies a request; `outcome`: toggles has looked at it, and has not answered. */
export type KillPoint = Extract<Failpoint, 'after write' | 'after commit'> | 'examined';

/** Where the process ends itself: at which passing of which point, counted from when it is told. */
export interface KillOrder {
  readonly point: KillPoint;
  readonly at: number;
}

/** Raised in what belongs to an application. Whatever else the process does passes the points unharmed, so that each hit is where it is said to be. */
const applying = new AsyncLocalStorage<true>();

const applyingAnswers = ({ answers = [] }: Service): Answer[] =>
  answers.map((answer) => ({
    ...answer,
    answer: async (input, context) => {
      const { purpose } = input as { readonly purpose?: string };
      if (purpose === 'apply') return applying.run(true, () => answer.answer(input, context));
      const answered = await answer.answer(input, context);
      if (purpose === 'dry-run') pass('examined');
      return answered;
    },
  }));

const applyingJobs = ({ jobs = [] }: Service): Service['jobs'] =>
  jobs.map((job) => (job.name === 'apply-scheduled' ? { ...job, run: (context) => applying.run(true, () => job.run(context)) } : job));

const answer: Instrument['answer'] = ({ method, path }, serve) =>
  method === 'put' && path.endsWith('/change-requests/:id/state') ? (request) => applying.run(true, () => serve(request)) : serve;

const services: readonly Service[] = [changeRequests, toggles].map((service: Service) => ({
  ...service,
  answers: applyingAnswers(service),
  ...(service.jobs && { jobs: applyingJobs(service) ?? [] }),
}));
const surfaces = [...services.map((service) => service.surface), surface({ name: 'identity' })];
const own = services.filter(({ surface: { name } }) => name === process.argv[2]);
const settings = settingsOrExit(surfaces);

let order: KillOrder | null = null;
let passed = 0;
process.on('message', (told: KillOrder) => {
  order = told;
  passed = 0;
  process.send?.('armed');
});
function pass(point: KillPoint): void {
  if (point !== order?.point) return;
  passed += 1;
  if (passed === order.at) process.kill(process.pid, 'SIGKILL');
}
const step = (point: Failpoint) => {
  if (applying.getStore() && (point === 'after write' || point === 'after commit')) pass(point);
};

const host = await openHost(own, { settings, surfaces, instrument: { step, answer } });
const listening = await listen(processListener(host, own), settings.port, settings.host);
// Who is killed writes nothing at its end: what was compiled is kept for the next one now.
flushCompileCache();

async function close(): Promise<void> {
  await listening.drain();
  await host.close();
  process.disconnect?.();
}
process.once('SIGTERM', () => void close());
