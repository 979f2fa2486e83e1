import { frontendOrigins } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { InstanceSetting } from './instance-setting.ts';
import { Origins } from './origins.schema.ts';

export const getOriginsRoute = route(
  {
    method: 'get',
    path: '/api/admin/ui-config',
    summary: 'Get the origins that may call the Frontend API and OFREP from a browser',
    permission: 'ADMIN',
    answers: { 200: Origins },
    failures: [],
  },
  (_input, context) => getOrigins(context),
);

/** What administrators set outranks the setting of the process. */
export async function getOrigins({ em, settings }: Pick<ReadContext, 'em' | 'settings'>): Promise<Origins> {
  const { content } = await em.findOneOrFail(InstanceSetting, { id: frontendOrigins });
  return { frontendApiOrigins: [...(content?.frontendApiOrigins ?? settings.frontendOrigins)] };
}
