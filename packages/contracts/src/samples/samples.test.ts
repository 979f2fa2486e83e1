import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { Envelope, envelopeType } from '../envelope.ts';
import type { EventDefinition } from '../event.ts';
import { eventDefinitions } from '../events/index.ts';
import { sampleTexts } from './parse-samples.ts';
import { ndjson, sampleFiles, samples } from './samples.fixture.ts';

const texts = sampleTexts(ndjson);
const hashes = new Map(
  readFileSync(new URL('samples.sha256', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').toReversed() as [string, string]),
);
const sampleOf = (type: string): Envelope => samples.get(`${type}.v1`) ?? assert.fail(`there is no sample of ${type}`);

const ajv = addFormats.default(new Ajv2020({ allErrors: true, allowUnionTypes: true }));
const problemsOf = (schema: TSchema, value: unknown): string[] => {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
};

/** Samples that were changed, added or removed since their hash was taken. */
function changedSamples(stored: ReadonlyMap<string, string>): string[] {
  const names = new Set([...stored.keys(), ...hashes.keys()]);
  const hashOf = (text: string | undefined) => (text === undefined ? undefined : createHash('sha256').update(text).digest('hex'));
  return [...names].filter((name) => hashOf(stored.get(name)) !== hashes.get(name));
}

/** Events without a sample, and samples of undefined events. */
function misplaced(stored: ReadonlyMap<string, unknown>, definitions: Iterable<EventDefinition>): string[] {
  const frozen = [...definitions].map((event) => `${event.type}.v${event.version}`);
  return [...new Set(frozen).symmetricDifference(new Set(stored.keys()))];
}

const without = (name: string) => new Map([...texts].filter(([each]) => each !== name));
const withText = (name: string, text: string) => new Map([...texts, [name, text]]);

describe('the stored samples', () => {
  it('exist for each version of an event, and for no other', () => {
    assert.deepEqual(misplaced(texts, eventDefinitions.values()), []);
  });

  it('reveal an event without a sample, and a sample without an event', () => {
    assert.deepEqual(misplaced(without('tag-created.v1'), eventDefinitions.values()), ['tag-created.v1']);
    assert.deepEqual(misplaced(withText('banner-created.v1', '{}'), eventDefinitions.values()), ['banner-created.v1']);
  });

  it('are never changed: they have the hashes from when they were written', () => {
    assert.deepEqual(changedSamples(texts), []);
  });

  it('differ from their hashes when one is edited, added or removed', () => {
    const edited = (texts.get('feature-created.v1') ?? '').replace('"stale":false', '"stale":true');
    assert.deepEqual(changedSamples(withText('feature-created.v1', edited)), ['feature-created.v1']);
    assert.deepEqual(changedSamples(withText('feature-created.v2', '{}')), ['feature-created.v2']);
    assert.deepEqual(changedSamples(without('tag-created.v1')), ['tag-created.v1']);
  });

  it('are in the file of the service that emits them, one per version', () => {
    for (const [file, text] of sampleFiles) {
      const sources = new Set([...sampleTexts(text).values()].map((line) => (JSON.parse(line) as Envelope).source));
      assert.deepEqual([...sources], [`/signalbox/${file.replace('.ndjson', '')}`]);
    }
    assert.equal(samples.size, eventDefinitions.size);
  });

  it('have unique ids and rising sequences within their source', () => {
    const envelopes = [...samples.values()];
    assert.equal(new Set(envelopes.map((envelope) => envelope.id)).size, envelopes.length);
    assert.equal(new Set(envelopes.map((envelope) => `${envelope.source} ${envelope.sequence}`)).size, envelopes.length);
  });
});

for (const event of eventDefinitions.values()) {
  describe(`the sample of ${event.type}`, () => {
    const envelope = sampleOf(event.type);

    it('is an envelope of the event', () => {
      assert.deepEqual(problemsOf(Envelope, envelope), []);
      assert.equal(envelope.type, envelopeType(event.type, event.version));
      assert.equal(envelope.source, `/signalbox/${event.service}`);
      assert.equal(envelope.data.type, event.type);
    });

    it('has data and preData of its schemas', () => {
      assert.deepEqual(problemsOf(event.data, envelope.data.data), []);
      assert.deepEqual(problemsOf(event.preData, envelope.data.preData), []);
    });

    it('has the scope of the event', () => {
      assert.deepEqual(scopeProblems(event, envelope), []);
      assert.equal(envelope.revision !== undefined, event.touches !== 'nothing');
    });
  });
}

/** Columns that are set against the definition, or null against it. */
function scopeProblems({ scope }: EventDefinition, { data }: Envelope): string[] {
  const parts = ['project', 'environment', 'featureName'] as const;
  return parts.filter((part) => !scope.includes(`${part}?`) && scope.includes(part) !== (data[part] !== null));
}

describe('an envelope', () => {
  const valid = sampleOf('feature-created');

  for (const name of ['specversion', 'id', 'source', 'type', 'time', 'datacontenttype', 'sequence', 'data'] as const) {
    it(`is rejected without ${name}`, () => {
      const { [name]: _, ...rest } = valid;
      assert.deepEqual(problemsOf(Envelope, rest), [` must have required property '${name}'`]);
    });
  }

  it('is rejected with a sequence of zero, a foreign type or an id that is no UUID', () => {
    assert.equal(problemsOf(Envelope, { ...valid, sequence: 0 }).length, 1);
    assert.equal(problemsOf(Envelope, { ...valid, type: 'feature-created' }).length, 1);
    assert.equal(problemsOf(Envelope, { ...valid, id: '17' }).length, 1);
  });

  it('is accepted with additional properties of a later version', () => {
    assert.deepEqual(problemsOf(Envelope, { ...valid, partitionkey: 'storefront' }), []);
  });
});

const at = '2026-06-04T06:03:13.223Z';

/** Events about secrets: valid content, content that would reveal a secret, and the expected problem. */
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
];

describe('the schema of an event', () => {
  const dataOf = (type: string): object => sampleOf(type).data.data as object;
  const problemsOfData = (type: string, data: object): string[] => problemsOf(eventDefinitions.get(type)?.data ?? {}, data);
  const problemsWith = (type: string, added: object): string[] => problemsOfData(type, { ...dataOf(type), ...added });

  it('rejects a missing field or one of the wrong type', () => {
    assert.equal(problemsWith('feature-created', { stale: 'yes' }).length, 1);
    assert.equal(problemsWith('feature-created', { project: undefined }).length, 1);
  });

  it('rejects content if the event has none', () => {
    assert.equal(problemsOf(eventDefinitions.get('feature-archived')?.data ?? {}, {}).length, 1);
  });

  it('rejects secrets in clear text', () => {
    assert.equal(problemsWith('api-token-created', { secret: 'storefront:production.5f1d' }).length, 1);
    for (const [type, data, secret, problem] of withSecrets) {
      assert.deepEqual(problemsOfData(type, data), []);
      assert.deepEqual(problemsOfData(type, { ...data, ...secret }), [problem]);
    }
  });

  it('accepts additional fields of a later version', () => {
    assert.deepEqual(problemsWith('feature-created', { createdBy: { id: 7 } }), []);
  });
});
