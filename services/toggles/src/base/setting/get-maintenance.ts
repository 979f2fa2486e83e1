import { maintenanceMode } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { InstanceSetting } from '../../tables/instance.ts';
import { Maintenance } from './maintenance.schema.ts';

export const getMaintenanceRoute = route(
  {
    method: 'get',
    path: '/api/admin/maintenance',
    summary: 'Check whether maintenance mode is enabled',
    permission: 'ADMIN',
    answers: { 200: Maintenance },
    failures: [],
  },
  (_input, context) => getMaintenance(context),
);

/** The setting of the process overrides the one that administrators set. */
export async function getMaintenance({ em, settings }: Pick<ReadContext, 'em' | 'settings'>): Promise<Maintenance> {
  const { content } = await em.findOneOrFail(InstanceSetting, { id: maintenanceMode });
  return { enabled: settings.maintenanceMode || (content?.enabled ?? false) };
}
