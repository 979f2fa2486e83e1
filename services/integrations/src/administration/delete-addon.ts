import { addonConfigDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockAddon } from '../addon/addon.ts';
import { addonFact, addonParams } from '../addon/addon.schema.ts';

export const deleteAddonRoute = route(
  {
    method: 'delete',
    path: '/api/admin/addons/:id',
    summary: 'Delete an add-on, its waiting events and its delivery log',
    permission: 'DELETE_ADDON',
    params: addonParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [addonConfigDeleted],
  },
  ({ params }, context) => deleteAddon(context, params.id),
);

/** Deletes an add-on with its queue and deliveries. */
async function deleteAddon(context: Context, id: number): Promise<void> {
  const addon = await lockAddon(context, id);
  context.em.remove(addon);
  context.publish(addonConfigDeleted, { preData: addonFact(addon) });
}
