import { type Choice, choiceOf, type EntriesOf, type Entry, type Values } from '../../../parts/form/fields.ts';
import type { Addon, AddonInput, Provider } from '../../../server/ask.ts';
import { eventChoices } from './event-choices.ts';

type Parameter = Provider['parameters'][number];

/** Prefix of parameters, so that their names do not clash with other values. */
const prefix = 'parameters/';

/** Values that a webhook can be limited to. */
interface Known {
  readonly projects: readonly Choice[];
  readonly environments: readonly Choice[];
}

/** Form fields for the parameters of a provider. Includes values that an add-on has although they are no longer offered. */
export const entriesOf = ({ parameters, events }: Provider, addon: Addon | null, known: Known): EntriesOf<Values> => ({
  description: { kind: 'text', label: 'Description' },
  enabled: { kind: 'flag', label: 'Enabled' },
  ...Object.fromEntries(parameters.map((parameter) => [`${prefix}${parameter.name}`, entryOf(parameter)])),
  events: { kind: 'choices', label: 'Events', choices: eventChoices([...new Set([...events, ...(addon?.events ?? [])])]) },
  projects: {
    kind: 'choices',
    label: 'Projects',
    hint: 'Select none for all projects.',
    choices: including(known.projects, addon?.projects),
  },
  environments: {
    kind: 'choices',
    label: 'Environments',
    hint: 'Select none for all environments.',
    choices: including(known.environments, addon?.environments),
  },
  features: { kind: 'lines', label: 'Features', hint: 'One name per line. Leave empty for all events, also those without a feature.' },
});

const including = (choices: readonly Choice[], chosen: readonly string[] = []): readonly Choice[] => [
  ...choices,
  ...chosen.filter((value) => choices.every((choice) => choice.value !== value)).map(choiceOf),
];

/** Display name of an add-on. */
export const nameOfAddon = ({ id, description, provider }: Addon): string => description || `${provider} ${id}`;

function entryOf({ type, displayName, description, required, sensitive }: Parameter): Entry {
  const labelled = { label: displayName, ...(description && { hint: description }) };
  if (type === 'boolean') return { kind: 'flag', ...labelled };
  if (type === 'textfield') return { kind: 'area', ...labelled };
  if (sensitive) return { kind: 'secret', autocomplete: 'new-password', isRequired: required, ...labelled };
  return { kind: type === 'number' ? 'number' : 'text', isRequired: required, ...labelled };
}

/** Limits of a new webhook at first. */
export interface Scope {
  readonly project?: string | undefined;
  readonly feature?: string | undefined;
}

/** Initial values: of an add-on, or empty except for its scope. */
export const valuesOf = ({ parameters }: Provider, addon: Addon | null, { project, feature }: Scope = {}): Values => ({
  description: addon?.description ?? '',
  enabled: addon?.enabled ?? true,
  ...Object.fromEntries(parameters.map(({ name, type }) => [`${prefix}${name}`, shown(addon?.parameters[name], type)])),
  events: addon?.events ?? [],
  projects: addon?.projects ?? (project === undefined ? [] : [project]),
  environments: addon?.environments ?? [],
  features: addon?.features ?? (feature === undefined ? [] : [feature]),
});

const shown = (value: string | number | boolean | undefined, type: string): string | boolean =>
  type === 'boolean' ? value === true : String(value ?? '');

/** A request body for reading: JSON with indentation, any other text unchanged. */
export function readableBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Converts form values to the request body. Omits parameters without a value. */
export function inputOf({ name, parameters }: Provider, values: Values): AddonInput {
  const given = parameters.flatMap((parameter) => {
    const value = values[`${prefix}${parameter.name}`];
    if (value === '' || value === undefined || typeof value === 'object') return [];
    return [[parameter.name, parameter.type === 'number' ? Number(value) : value] as const];
  });
  return {
    provider: name,
    description: String(values['description'] ?? ''),
    enabled: values['enabled'] === true,
    parameters: Object.fromEntries(given),
    events: listed(values['events']),
    projects: listed(values['projects']),
    environments: listed(values['environments']),
    features: listed(values['features']),
  };
}

const listed = (value: Values[string] | undefined): readonly string[] => (typeof value === 'object' ? value : []);
