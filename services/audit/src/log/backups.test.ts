import { deepEqual } from 'node:assert/strict';
import { eventually, start } from '@signalbox/testing';
import { audit } from '../service.ts';
import { noteBackup } from './backups.ts';

describe('the backup age metric', () => {
  it('has no series before the first backup, and then has the time of the newest', async () => {
    const app = await start([audit]);
    const shown = async () => {
      const metric = await app.host.metrics.registry.getSingleMetric('signalbox_backup_last_success_timestamp_seconds')?.get();
      return metric?.values.map(({ value }) => value);
    };
    deepEqual(await shown(), []);
    for (const moment of [1_800_000_000, 1_800_086_400]) {
      await app.store('audit').transaction((em) => noteBackup(em, new Date(moment * 1000)));
      await eventually(async () => deepEqual(await shown(), [moment]));
    }
    await app.close();
  });
});
