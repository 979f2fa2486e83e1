import { addonConfigCreated, Failure } from '@signalbox/contracts';
import { type Context, routeWith } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { AddonInput, addonFact, AddonShape, serializeAddon } from '../addon/addon.schema.ts';
import { type AddonParameters, checkParameters, type ParameterState } from '../addon/addon-parameters.ts';
import { ownerOf } from '../addon/owner.ts';
import { refuseUnseen } from '../addon/refuse-unseen.ts';
import { DeliveryQueue } from '../queue/delivery-queue.ts';

/** Limit, because each event is matched against all add-ons and each has a queue. */
const maxAddons = 100;

export const createAddonRoute = routeWith<ParameterState>()(
  {
    method: 'post',
    path: '/api/admin/addons',
    summary: 'Create an add-on that sends events to a receiver',
    permission: 'CREATE_ADDON',
    body: AddonInput,
    holdsSecret: true,
    answers: { 201: AddonShape },
    failures: ['BadDataError', 'NoAccessError'],
    events: [addonConfigCreated],
    transaction: { none: 'because secrets are encrypted outside the database' },
  },
  async ({ body }, context) => {
    const parameters = checkParameters(body, null, context.state.outbound);
    const addon = await context.write((unit) => createAddon(unit, body, parameters, context.state));
    return serializeAddon(addon, parameters);
  },
);

/** Creates an add-on and its queue. */
async function createAddon(context: Context, input: AddonInput, parameters: AddonParameters, { cipher }: ParameterState) {
  const { em, now } = context;
  const filter = filterOf(input);
  refuseUnseen(context, filter);
  if ((await em.count(Addon)) >= maxAddons)
    throw new Failure('BadDataError', `The instance already has ${maxAddons} add-ons, which is the maximum. Delete one first.`);
  const { provider, description = null, enabled } = input;
  const secretless = { parameters: {}, secrets: null, signingSecret: null, previousSecret: null, previousUntil: null };
  const addon = em.create(Addon, { provider, description, enabled, ...filter, ...secretless, owner: ownerOf(context), createdAt: now() });
  await em.flush(); // assigns the id that is part of the encryption purpose
  Object.assign(addon, parameters.stored(addon.id, cipher));
  em.create(DeliveryQueue, { addonId: addon.id, waiting: 0, dueAt: null, leasedUntil: new Date(0), fence: 0 });
  context.publish(addonConfigCreated, { data: addonFact(addon) });
  return addon;
}

/** The event filter of a request. */
export const filterOf = ({ events, projects = [], environments = [], features = [] }: AddonInput) => ({
  events,
  projects,
  environments,
  features,
});
