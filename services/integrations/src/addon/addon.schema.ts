import { DateTime, mapOf, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { ProviderDefinition } from '../provider/provider.ts';
import type { Addon } from './addon.ts';
import { type AddonParameters, mask, maxCharacters } from './addon-parameters.ts';

export const addonParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const names = (description: string) => Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000, description });

export const ProviderName = Type.String({ maxLength: 50, description: 'The name of a provider.' });

export const ParameterValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: maxCharacters });

const fields = {
  provider: ProviderName,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  enabled: Type.Boolean({ description: 'Whether the add-on sends events. Waiting events are sent when it is enabled again.' }),
  parameters: mapOf(ParameterValue, { description: `Values by parameter name. Secrets are returned as ${mask}.` }),
  events: names('The event types to send.'),
};
const projects = names('The projects whose events are sent. If the list is empty or starts with *: all.');
const environments = names('The environments whose events are sent. If the list is empty or starts with *: all.');
const features = names(
  'The features whose events are sent. If the list is empty or starts with *: all events, also those without a feature.',
);

/** An add-on in requests (reference, toggle side §21). */
export const AddonInput = Type.Object({
  ...fields,
  projects: Type.Optional(projects),
  environments: Type.Optional(environments),
  features: Type.Optional(features),
});
export type AddonInput = Static<typeof AddonInput>;

export const AddonShape = Type.Object({
  id: Type.Integer(),
  ...fields,
  description: nullable(Type.String()),
  projects,
  environments,
  features,
  createdAt: DateTime,
});

const Parameter = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  description: Type.String(),
  placeholder: Type.Optional(Type.String()),
  type: Type.String(),
  required: Type.Boolean(),
  sensitive: Type.Boolean(),
});

/** A provider in responses. */
export const ProviderShape = Type.Object({
  name: Type.String(),
  displayName: Type.String(),
  description: Type.String(),
  documentationUrl: Type.String(),
  howTo: Type.Optional(Type.String()),
  deprecated: Type.Optional(Type.String()),
  parameters: Type.Array(Parameter),
  events: Type.Array(Type.String()),
  tagTypes: Type.Optional(Type.Array(Type.Object({ name: Type.String(), description: Type.String(), icon: Type.String() }))),
});

export function serializeAddon(addon: Addon, parameters: AddonParameters): Static<typeof AddonShape> {
  return { ...addonFact(addon), parameters: parameters.shown(), createdAt: addon.createdAt.toISOString() };
}

export const serializeProvider = ({ parameters, events, tagTypes, ...rest }: ProviderDefinition): Static<typeof ProviderShape> => ({
  ...rest,
  parameters: parameters.map((parameter) => ({ ...parameter })),
  events: [...events],
  ...(tagTypes && { tagTypes: tagTypes.map((tagType) => ({ ...tagType })) }),
});

/** An add-on in events, which contain neither its parameters nor secrets. */
export function addonFact({ id, provider, description, enabled, ...filter }: Addon) {
  return {
    id,
    provider,
    description: description ?? null,
    enabled,
    events: [...filter.events],
    projects: [...filter.projects],
    environments: [...filter.environments],
    features: [...(filter.features ?? [])],
  };
}
