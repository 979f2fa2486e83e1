import { type EntityManager, job, metric, minuteMs, type OpenParts } from '@signalbox/kit';
import { readUpkeep } from './upkeep.ts';

export const backupMetric = metric({
  name: 'signalbox_backup_last_success_timestamp_seconds',
  help: 'Time of the newest complete backup made with `npm run backup`, as Unix time; absent before the first backup.',
  kind: 'gauge',
  // A gauge without labels would be 0 before the first backup.
  labels: ['service'],
});

/** Records a complete backup of the data at this moment. Every audit process reads it within a minute. */
export async function noteBackup(em: EntityManager, moment: Date): Promise<void> {
  const upkeep = await readUpkeep(em);
  upkeep.backedUpAt = moment;
}

/** The time of the newest backup, exposed as a metric and updated by `look`. */
export class Backups {
  #newest: Date | null = null;

  constructor({ report }: Pick<OpenParts, 'report'>) {
    report(backupMetric, () => (this.#newest === null ? [] : [{ labels: { service: 'audit' }, value: this.#newest.getTime() / 1000 }]));
  }

  async look(em: EntityManager): Promise<void> {
    this.#newest = (await readUpkeep(em)).backedUpAt ?? null;
  }
}

/** Runs in each process, because each exposes the metric. */
export const lookForBackups = job({
  name: 'look for backups',
  everyMs: minuteMs,
  oneAtATime: false,
  run: ({ em, state }) => (state as { readonly backups: Backups }).backups.look(em),
});
