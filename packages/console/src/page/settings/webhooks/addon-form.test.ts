import { deepEqual } from 'node:assert/strict';
import type { Provider } from '../../../server/ask.ts';
import { entriesOf, inputOf, readableBody, valuesOf } from './addon-form.ts';

const parameter = (name: string, type: string, sensitive = false) => ({
  name,
  displayName: name,
  description: '',
  type,
  required: true,
  sensitive,
});
const provider: Provider = {
  name: 'webhook',
  displayName: 'Webhook',
  description: '',
  documentationUrl: '',
  parameters: [
    parameter('url', 'url'),
    parameter('key', 'text', true),
    parameter('body', 'textfield'),
    parameter('retries', 'number'),
    parameter('flag', 'boolean'),
  ],
  events: ['feature-created'],
};

const known = { projects: [{ value: 'shop', title: 'Shop' }], environments: [] };

describe('the form of an add-on', () => {
  it('has a field for each parameter of the provider', () =>
    deepEqual(
      Object.entries(entriesOf(provider, null, known)).map(([name, entry]) => `${name} ${entry?.kind}`),
      [
        'description text',
        'enabled flag',
        'parameters/url text',
        'parameters/key secret',
        'parameters/body area',
        'parameters/retries number',
        'parameters/flag flag',
        'events choices',
        'projects choices',
        'environments choices',
        'features lines',
      ],
    ));

  it('shows an existing add-on and sends it unchanged', () => {
    const addon = {
      id: 1,
      createdAt: '',
      provider: 'webhook',
      description: 'Ours',
      enabled: false,
      parameters: { url: 'https://example.com', key: '*****', retries: 3, flag: true },
      events: ['feature-created'],
      projects: ['shop'],
      environments: [],
      features: ['checkout', 'search'],
    };
    const { id: _id, createdAt: _createdAt, ...input } = addon;
    deepEqual(inputOf(provider, valuesOf(provider, addon)), input);
  });

  it('limits a new add-on to the project and feature it is opened for', () => {
    const { projects, features } = inputOf(provider, valuesOf(provider, null, { project: 'shop', feature: 'checkout' }));
    deepEqual([projects, features], [['shop'], ['checkout']]);
  });

  it('shows JSON bodies with indentation, and other texts unchanged', () =>
    deepEqual(['{"a":1}', '{ "a": }', 'on'].map(readableBody), ['{\n  "a": 1\n}', '{ "a": }', 'on']));
});
