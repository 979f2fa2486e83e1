import { LockMode } from '@mikro-orm/core';
import { maintenanceMode, settingCreated, settingUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { InstanceSetting } from '../../tables/instance.ts';
import { Maintenance } from './maintenance.schema.ts';

export const setMaintenanceRoute = route(
  {
    method: 'post',
    path: '/api/admin/maintenance',
    maintenance: 'through',
    summary: 'Enable or disable maintenance mode',
    permission: 'ADMIN',
    body: Maintenance,
    answers: { 204: empty },
    failures: [],
    events: [settingCreated, settingUpdated],
  },
  ({ body }, context) => setMaintenance(context, body),
);

/** Hosts reject changes once identity has published the mode: maintenance is part of the access state. */
async function setMaintenance(context: Context, { enabled }: Maintenance): Promise<void> {
  const setting = await context.em.findOneOrFail(InstanceSetting, { id: maintenanceMode }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const before = setting.content ?? null;
  if (enabled === (before?.enabled ?? false)) return;
  setting.content = { enabled };
  const data = { id: maintenanceMode, enabled };
  if (before) context.publish(settingUpdated, { data, preData: before });
  else context.publish(settingCreated, { data });
}
