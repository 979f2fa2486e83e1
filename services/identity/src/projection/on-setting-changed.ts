import { maintenanceMode } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { announceAccess } from '../access/role-grant.ts';
import { isMaintenance, KnownSetting } from './known-setting.ts';

/** Of the settings only maintenance concerns access. */
export async function onSettingChanged(context: Context, id: string, enabled = false): Promise<void> {
  if (id !== maintenanceMode || (await isMaintenance(context.em)) === enabled) return;
  await context.em.upsert(KnownSetting, { id, enabled });
  announceAccess(context, []);
}
