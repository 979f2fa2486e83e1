import type { SignalShape } from '@signalbox/contracts';
import { signalTable } from '../../tables/metric.ts';

/** A state that another system reports, for example an alert. */
export class Signal extends signalTable.entity.class {}
signalTable.entity.setClass(Signal);

export const serializeSignal = ({ name, firing, summary, changedAt }: Signal): SignalShape => ({
  name,
  firing,
  summary: summary ?? null,
  since: changedAt.toISOString(),
});
