import { job, metric, minuteMs, type EntityManager, type OpenParts } from '@signalbox/kit';
import { FoundBreak } from '../tables/log.ts';

export const breaksMetric = metric({
  name: 'signalbox_audit_breaks',
  help: 'Entries of the event log that fail verification.',
  kind: 'gauge',
  labels: [],
});

/** Counts the unresolved breaks of the chain, as a metric, and logs breaks that are new to this process. */
export class ChainBreaks {
  readonly #log: OpenParts['log'];
  #count = 0;

  constructor({ log, report }: Pick<OpenParts, 'log' | 'report'>) {
    this.#log = log;
    report(breaksMetric, () => [{ labels: {}, value: this.#count }]);
  }

  async look(em: EntityManager): Promise<void> {
    const [[newest], breaks] = await em.findAndCount(FoundBreak, { resolvedAt: null }, { orderBy: { id: 'desc' }, limit: 1 });
    if (newest && breaks > this.#count) {
      const { eventId, reason } = newest;
      this.#log('error', 'the hash chain of the event log is broken', { breaks, eventId, reason });
    }
    this.#count = breaks;
  }
}

/** Runs in each process, because each exposes the metric. */
export const lookForBreaks = job({
  name: 'look for breaks',
  everyMs: minuteMs,
  oneAtATime: false,
  run: ({ em, state }) => (state as { readonly breaks: ChainBreaks }).breaks.look(em),
});
