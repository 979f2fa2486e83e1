import { type EntityManager, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { InstanceSetting, maintenanceMode } from './instance-setting.ts';

export const Maintenance = Type.Object({ enabled: Type.Boolean() });
export type Maintenance = Static<typeof Maintenance>;

export const getMaintenanceRoute = route(
  {
    method: 'get',
    path: '/api/admin/maintenance',
    summary: 'Read whether changes are refused',
    permission: 'ADMIN',
    answers: { 200: Maintenance },
    failures: [],
  },
  (_input, { em }) => getMaintenance(em),
);

export async function getMaintenance(em: EntityManager): Promise<Maintenance> {
  const { content } = await em.findOneOrFail(InstanceSetting, { id: maintenanceMode });
  return { enabled: content?.enabled ?? false };
}
