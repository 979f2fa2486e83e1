import { signalChanged, SignalShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { readSignal, SignalReport } from './read-signal.ts';
import { serializeSignal, Signal } from './signal.ts';

/** Far above the number of alerts that guard releases. */
const maxSignals = 1000;

export const takeSignalRoute = route(
  {
    method: 'post',
    path: '/api/signals/:name',
    summary: 'Report the state of a signal, as plain JSON or as a webhook of Alertmanager or Flagger',
    permission: 'SEND_SIGNAL',
    params: Type.Object({ name: Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_.:-]+$' }) }),
    body: SignalReport,
    answers: { 200: SignalShape },
    failures: ['BadDataError'],
    events: [signalChanged],
  },
  async ({ params, body }, context) => serializeSignal(await takeSignal(context, params.name, body)),
);

/** Emits an event only when the signal starts or stops firing. */
async function takeSignal(context: Context, name: string, report: SignalReport): Promise<Signal> {
  const { em } = context;
  const { firing, summary } = readSignal(report);
  const stored = await em.findOne(Signal, { name });
  if (!stored && (await em.count(Signal)) >= maxSignals)
    throw badValue('name', `must be one of the ${maxSignals} known signals; got ${name}`);
  const now = context.now();
  const signal = stored ?? em.create(Signal, { name, firing: !firing, summary, changedAt: now, seenAt: now });
  const changed = signal.firing !== firing;
  Object.assign(signal, { firing, summary, seenAt: now, ...(changed && { changedAt: now }) });
  if (changed) context.publish(signalChanged, { data: serializeSignal(signal) });
  return signal;
}
