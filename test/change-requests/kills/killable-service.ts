// One service in its own process, which kills itself at a given point: `node killable-service.ts toggles`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { changeRequests } from '@signalbox/change-requests';
import { type Failpoint, type Instrument, listen, openHost, processListener } from '@signalbox/host';
import { settingsOrExit } from '@signalbox/standalone/process';
import { type Answer, type Service, surface } from '@signalbox/kit';
import { toggles } from '@signalbox/toggles';

/** Points at which a process may kill itself while it applies a request. `outcome`: toggles has read the outcome but not responded. */
export type KillPoint = Extract<Failpoint, 'after write' | 'after commit'> | 'examined';

/** The point and pass at which the process kills itself, counted from the command. */
export interface KillOrder {
  readonly point: KillPoint;
  readonly at: number;
}

/** Raised within an application. Other work passes the points unharmed, so each kill happens at its named point. */
const applying = new AsyncLocalStorage<true>();

const applyingAnswers = ({ answers = [] }: Service): Answer[] =>
  answers.map((answer) => ({
    ...answer,
    answer: async (input, context) => {
      const { purpose } = input as { readonly purpose?: string };
      if (purpose === 'apply') return applying.run(true, () => answer.answer(input, context));
      const answered = await answer.answer(input, context);
      if (purpose === 'examine') pass('examined');
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
process.on('message', (reported: KillOrder) => {
  order = reported;
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
// A killed process writes nothing on exit, so the compile cache is saved now for the next one.
flushCompileCache();

async function close(): Promise<void> {
  await listening.drain();
  await host.close();
  process.disconnect?.();
}
process.once('SIGTERM', () => void close());
