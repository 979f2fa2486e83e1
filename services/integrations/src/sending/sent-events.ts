import { metric, type OpenParts } from '@signalbox/kit';
import type { Turn } from './take-turn.ts';

export const attemptsMetric = metric({
  name: 'signalbox_integrations_attempts_total',
  help: 'Attempts to send an event to a receiver: delivered, retried (failed, will be tried again) or failed.',
  kind: 'counter',
  labels: ['outcome'],
});

type Result = NonNullable<Turn['result']>;

/** Counts the outcomes of attempts for the metric. */
export class SentEvents {
  readonly #counts: Record<Result, number> = { delivered: 0, retried: 0, failed: 0 };

  constructor({ report }: Pick<OpenParts, 'report'>) {
    report(attemptsMetric, () => Object.entries(this.#counts).map(([outcome, value]) => ({ labels: { outcome }, value })));
  }

  count(outcome: Result): void {
    this.#counts[outcome] += 1;
  }
}
