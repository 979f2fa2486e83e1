import { job, metric, minuteMs, type EntityManager, type OpenParts } from '@signalbox/kit';
import { Gap } from '../tables/source.ts';

export const gapsMetric = metric({
  name: 'signalbox_audit_gaps',
  help: 'Gaps in the positions of event sources.',
  kind: 'gauge',
  labels: [],
});

/** Counts the unresolved gaps of the log, as a metric, and logs gaps that are new to this process. */
export class Gaps {
  readonly #log: OpenParts['log'];
  #count = 0;

  constructor({ log, report }: Pick<OpenParts, 'log' | 'report'>) {
    this.#log = log;
    report(gapsMetric, () => [{ labels: {}, value: this.#count }]);
  }

  async look(em: EntityManager): Promise<void> {
    const [[newest], gaps] = await em.findAndCount(Gap, { resolvedAt: null }, { orderBy: { id: 'desc' }, limit: 1 });
    if (newest && gaps > this.#count) {
      const { source, expected, got } = newest;
      this.#log('error', 'the event log has a gap: an event is missing, late or duplicated', { gaps, source, expected, got });
    }
    this.#count = gaps;
  }
}

/** Runs in each process, because each exposes the metric. */
export const lookForGaps = job({
  name: 'look for gaps',
  everyMs: minuteMs,
  oneAtATime: false,
  run: ({ em, state }) => (state as { readonly gaps: Gaps }).gaps.look(em),
});
