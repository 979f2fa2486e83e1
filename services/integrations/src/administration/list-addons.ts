import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { Addon, findAddon, isVisible } from '../addon/addon.ts';
import { addonParams, AddonShape, serializeAddon, serializeProvider, ProviderShape } from '../addon/addon.schema.ts';
import { type ParameterState, readParameters } from '../addon/addon-parameters.ts';
import { providers } from '../provider/providers.ts';

export const listAddonsRoute = routeWith<ParameterState>()(
  {
    method: 'get',
    path: '/api/admin/addons',
    summary: 'List add-ons and the available providers',
    permission: 'authenticated',
    answers: { 200: Type.Object({ addons: Type.Array(AddonShape), providers: Type.Array(ProviderShape) }) },
    failures: [],
  },
  async (_input, context) => {
    const addons = await context.em.find(Addon, {}, { orderBy: { id: 'asc' } });
    const visible = addons.filter((addon) => isVisible(context, addon));
    return {
      addons: visible.map((addon) => serializeAddon(addon, readParameters(addon, context.state.cipher))),
      providers: providers.map(({ definition }) => serializeProvider(definition)),
    };
  },
);

export const getAddonRoute = routeWith<ParameterState>()(
  {
    method: 'get',
    path: '/api/admin/addons/:id',
    summary: 'Get an add-on',
    permission: 'authenticated',
    params: addonParams,
    answers: { 200: AddonShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const addon = await findAddon(context, params.id);
    return serializeAddon(addon, readParameters(addon, context.state.cipher));
  },
);
