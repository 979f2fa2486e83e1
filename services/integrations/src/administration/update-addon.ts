import { addonConfigUpdated } from '@signalbox/contracts';
import { type Context, routeWith } from '@signalbox/kit';
import { lockAddon } from '../addon/addon.ts';
import { AddonInput, addonFact, addonParams, AddonShape, serializeAddon } from '../addon/addon.schema.ts';
import { type AddonParameters, checkParameters, type ParameterState, readParameters } from '../addon/addon-parameters.ts';
import { ownerOf } from '../addon/owner.ts';
import { refuseUnseen } from '../addon/refuse-unseen.ts';
import { filterOf } from './create-addon.ts';

export const updateAddonRoute = routeWith<ParameterState>()(
  {
    method: 'put',
    path: '/api/admin/addons/:id',
    summary: 'Update an add-on; masked secrets stay unchanged unless the URL changes',
    permission: 'UPDATE_ADDON',
    params: addonParams,
    body: AddonInput,
    holdsSecret: true,
    answers: { 200: AddonShape },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
    events: [addonConfigUpdated],
    transaction: { none: 'because secrets are encrypted outside the database' },
  },
  ({ params, body }, context) => context.write((unit) => updateAddon(unit, params.id, body, context.state)),
);

/** Updates an add-on. Waiting events are sent with the new parameters. */
async function updateAddon(context: Context, id: number, input: AddonInput, { cipher, outbound }: ParameterState) {
  const addon = await lockAddon(context, id);
  const [preData, before] = [addonFact(addon), readParameters(addon, cipher)];
  const after = checkParameters(input, addon.provider === input.provider ? before : null, outbound);
  const filter = filterOf(input);
  refuseUnseen(context, filter);
  const { provider, description = null, enabled } = input;
  Object.assign(
    addon,
    { provider, description, enabled, owner: ownerOf(context) },
    filter,
    isSame(before, after) ? {} : after.stored(id, cipher),
  );
  const data = addonFact(addon);
  if (JSON.stringify(data) !== JSON.stringify(preData) || !isSame(before, after)) context.publish(addonConfigUpdated, { data, preData });
  return serializeAddon(addon, after);
}

const isSame = (one: AddonParameters, other: AddonParameters): boolean => JSON.stringify(one.values) === JSON.stringify(other.values);
