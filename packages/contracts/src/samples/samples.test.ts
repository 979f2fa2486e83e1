import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { Envelope, envelopeType } from '../envelope.ts';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from '../events/index.ts';

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const samples = new Map(
  readdirSync(new URL('.', import.meta.url))
    .filter((file) => /\.v\d+\.json$/.test(file))
    .map((file) => [file, read(file)]),
);
const hashes = JSON.parse(read('hashes.json')) as Record<string, string>;
const sampleOf = (type: string): Envelope => JSON.parse(samples.get(`${type}.v1.json`) ?? '{}') as Envelope;

const ajv = addFormats.default(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
const problemsOf = (schema: TSchema, value: unknown): string[] => {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};

/** The files that were changed, added or removed since their hash was taken. */
function changedFiles(files: ReadonlyMap<string, string>, taken: Readonly<Record<string, string>>): string[] {
  const names = new Set([...files.keys(), ...Object.keys(taken)]);
  const hashOf = (text: string | undefined) => (text === undefined ? undefined : createHash('sha256').update(text).digest('hex'));
  return [...names].filter((name) => hashOf(files.get(name)) !== taken[name]);
}

/** The events that are stated without a sample, and the samples of events that nobody states. */
function misplaced(files: ReadonlyMap<string, string>, definitions: Iterable<EventDefinition>): string[] {
  const frozen = [...definitions].filter((event) => event.raised).map((event) => `${event.type}.v${event.version}.json`);
  return [...new Set(frozen).symmetricDifference(new Set(files.keys()))];
}

describe('stored samples', () => {
  it('exist for each version of an event that a service states, and for no other', () => {
    assert.deepEqual(misplaced(samples, eventDefinitions.values()), []);
  });

  it('are missed for an event that is stated, and refused for one that nobody states yet', () => {
    const without = new Map([...samples].filter(([file]) => file !== 'tag-created.v1.json'));
    assert.deepEqual(misplaced(without, eventDefinitions.values()), ['tag-created.v1.json']);
    const early = new Map([...samples, ['banner-created.v1.json', '{}']]);
    assert.deepEqual(misplaced(early, eventDefinitions.values()), ['banner-created.v1.json']);
  });

  it('samples are never changed: they have the hashes that were taken when they were written', () => {
    assert.deepEqual(changedFiles(samples, hashes), []);
  });

  it('differ from their hashes when one is edited, added or removed', () => {
    const edited = (samples.get('feature-created.v1.json') ?? '').replace('"stale": false', '"stale": true');
    assert.deepEqual(changedFiles(new Map([...samples, ['feature-created.v1.json', edited]]), hashes), ['feature-created.v1.json']);
    assert.deepEqual(changedFiles(new Map([...samples, ['feature-created.v2.json', '{}']]), hashes), ['feature-created.v2.json']);
    assert.deepEqual(changedFiles(new Map([...samples].filter(([file]) => file !== 'tag-created.v1.json')), hashes), [
      'tag-created.v1.json',
    ]);
  });

  it('have ids of their own and rising sequences within their source', () => {
    const envelopes = [...samples.values()].map((text) => JSON.parse(text) as Envelope);
    assert.equal(new Set(envelopes.map((envelope) => envelope.id)).size, envelopes.length);
    assert.equal(new Set(envelopes.map((envelope) => `${envelope.source} ${envelope.sequence}`)).size, envelopes.length);
  });
});

for (const event of [...eventDefinitions.values()].filter(({ raised }) => raised)) {
  describe(`the sample of ${event.type}`, () => {
    const envelope = sampleOf(event.type);

    it('is an envelope of the event', () => {
      assert.deepEqual(problemsOf(Envelope, envelope), []);
      assert.equal(envelope.type, envelopeType(event.type, event.version));
      assert.equal(envelope.source, `/signalbox/${event.service}`);
      assert.equal(envelope.data.type, event.type);
    });

    it('holds data and preData of its schemas', () => {
      assert.deepEqual(problemsOf(event.data, envelope.data.data), []);
      assert.deepEqual(problemsOf(event.preData, envelope.data.preData), []);
    });

    it('carries what the event carries', () => {
      assert.deepEqual(scopeProblems(event, envelope), []);
      assert.equal(envelope.revision !== undefined, event.touches !== 'nothing');
    });
  });
}

/** Which of the three columns are set against the definition, or null against it. */
function scopeProblems({ scope }: EventDefinition, { data }: Envelope): string[] {
  const parts = ['project', 'environment', 'featureName'] as const;
  return parts.filter((part) => !scope.includes(`${part}?`) && scope.includes(part) !== (data[part] !== null));
}

describe('an envelope', () => {
  const valid = sampleOf('feature-created');

  for (const name of ['specversion', 'id', 'source', 'type', 'time', 'datacontenttype', 'sequence', 'data'] as const) {
    it(`is refused without ${name}`, () => {
      const { [name]: _, ...rest } = valid;
      assert.deepEqual(problemsOf(Envelope, rest), [` must have required property '${name}'`]);
    });
  }

  it('is refused with a sequence of zero, a foreign type or an id that is no UUID', () => {
    assert.equal(problemsOf(Envelope, { ...valid, sequence: 0 }).length, 1);
    assert.equal(problemsOf(Envelope, { ...valid, type: 'feature-created' }).length, 1);
    assert.equal(problemsOf(Envelope, { ...valid, id: '17' }).length, 1);
  });

  it('is accepted with properties that a later version adds', () => {
    assert.deepEqual(problemsOf(Envelope, { ...valid, partitionkey: 'storefront' }), []);
  });
});

const at = '2026-06-04T06:03:13.223Z';

/** Events that nobody states yet: content that they may have, what would give a secret away, and what is said about that. */
const withSecrets: readonly (readonly [type: string, data: object, secret: object, problem: string])[] = [
  [
    'pat-created',
    { id: 4, description: 'clean-up', userId: 12, expiresAt: at, createdAt: at, secret: '***' },
    { secret: 'user:5f1d' },
    '/secret must be equal to constant',
  ],
  [
    'public-signup-token-created',
    { id: 6, name: 'Interns', enabled: true, expiresAt: at, secret: '***', createdAt: at, createdBy: 'admin' },
    { url: 'https://app.example/new-user?invite=1' },
    '/url must NOT be valid',
  ],
  [
    'addon-config-created',
    { id: 2, provider: 'webhook', description: '', enabled: true, events: [], projects: [], environments: [] },
    { parameters: { url: 'https://board.example' } },
    '/parameters must NOT be valid',
  ],
  ['incoming-webhook-token-created', { id: 9, name: 'first', incomingWebhookId: 6 }, { token: '5f1d' }, '/token must NOT be valid'],
];

describe('event schemas', () => {
  const dataOf = (type: string): object => sampleOf(type).data.data as object;
  const problemsOfData = (type: string, data: object): string[] => problemsOf(eventDefinitions.get(type)?.data ?? {}, data);
  const problemsWith = (type: string, added: object): string[] => problemsOfData(type, { ...dataOf(type), ...added });

  it('refuse a field of the wrong type or one that is missing', () => {
    assert.equal(problemsWith('feature-created', { stale: 'yes' }).length, 1);
    assert.equal(problemsWith('feature-created', { project: undefined }).length, 1);
  });

  it('refuse content where the event has none', () => {
    assert.equal(problemsOf(eventDefinitions.get('feature-archived')?.data ?? {}, {}).length, 1);
  });

  it('refuse secrets in clear', () => {
    assert.equal(problemsWith('api-token-created', { secret: 'storefront:production.5f1d' }).length, 1);
    for (const [type, data, secret, problem] of withSecrets) {
      assert.deepEqual(problemsOfData(type, data), []);
      assert.deepEqual(problemsOfData(type, { ...data, ...secret }), [problem]);
    }
  });

  it('accept fields that a later addition brings', () => {
    assert.deepEqual(problemsWith('feature-created', { createdBy: { id: 7 } }), []);
  });
});
