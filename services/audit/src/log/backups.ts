import { type EntityManager, metric, type OpenParts } from '@signalbox/kit';
import { readUpkeep } from './upkeep.ts';

export const backupMetric = metric({
  name: 'signalbox_backup_last_success_timestamp_seconds',
  help: 'Time of the newest complete backup made with `npm run backup`, as Unix time; absent before the first backup.',
  kind: 'gauge',
  // A gauge without labels would be 0 before the first backup.
  labels: ['service'],
});

/** Records a complete backup of the data at this moment. */
export async function noteBackup(em: EntityManager, moment: Date): Promise<void> {
  const upkeep = await readUpkeep(em);
  upkeep.backedUpAt = moment;
}

/** Reports the time of the newest backup. */
export function reportBackups({ reader, report }: Pick<OpenParts, 'reader' | 'report'>): void {
  report(backupMetric, async () => {
    const newest = (await readUpkeep(reader())).backedUpAt;
    return newest ? [{ labels: { service: 'audit' }, value: newest.getTime() / 1000 }] : [];
  });
}
