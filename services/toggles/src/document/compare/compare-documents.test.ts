import { deepEqual, equal } from 'node:assert/strict';
import * as fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { canonicalDocument } from '../document/canonical.ts';
import { compareDocuments, patchOf } from './compare-documents.ts';
import { type CurrentObjects, objectKey } from '../document/current-documents.ts';
import type { CurrentObject } from '../document/current-object.ts';
import { apiVersion, type Document, type FeatureSpec } from '../document/document.schema.ts';
import { instance } from '../documents.fixture.ts';

const currentOf = (documents: readonly Document[], managedBy: string | null = null): CurrentObjects =>
  new Map(documents.map((document) => [objectKey(document.kind, document.metadata.name), { document, managedBy }]));

const featureDocument = (spec: FeatureSpec, name = 'f'): Document =>
  canonicalDocument({ apiVersion, kind: 'Feature', metadata: { name }, spec });
const actionsOf = async (desired: readonly Document[], current: readonly Document[]) =>
  (await compareDocuments(desired, currentOf(current))).differences.map((difference) => [
    difference.op,
    difference.kind,
    difference.name,
    difference.environment,
    patchOf(difference),
  ]);

describe('the comparison of documents', () => {
  it('creates an object, and the settings of a feature separately', async () => {
    const document = featureDocument({ type: 'experiment', environments: { production: { enabled: true } } });
    deepEqual(await actionsOf([document], []), [
      ['create', 'Feature', 'f', undefined, [{ op: 'add', path: '', value: { type: 'experiment' } }]],
      ['update', 'Feature', 'f', 'production', [{ op: 'add', path: '/enabled', value: true }]],
    ]);
  });

  it('ignores environments that the document does not name', async () => {
    const current = featureDocument({ environments: { production: { enabled: true }, staging: { enabled: true } } });
    deepEqual(await actionsOf([featureDocument({})], [current]), []);
    deepEqual(await actionsOf([featureDocument({ environments: { staging: {} } })], [current]), [
      ['update', 'Feature', 'f', 'staging', [{ op: 'remove', path: '/enabled' }]],
    ]);
  });

  it('compares parents separately from other properties of the feature', async () => {
    const desired = featureDocument({ stale: true, parents: [{ feature: 'p' }] });
    deepEqual(await actionsOf([desired], [featureDocument({})]), [
      ['update', 'Feature', 'f', undefined, [{ op: 'add', path: '/stale', value: true }]],
      ['update', 'Feature', 'f', undefined, [{ op: 'add', path: '/parents', value: [{ feature: 'p' }] }]],
    ]);
  });

  it('moves a segment to another project', async () => {
    const segment = (project?: string): Document =>
      canonicalDocument({ apiVersion, kind: 'Segment', metadata: { name: 's', ...(project && { project }) }, spec: { constraints: [] } });
    deepEqual(await actionsOf([segment()], [segment('shop')]), [
      ['update', 'Segment', 's', undefined, [{ op: 'remove', path: '/project' }]],
    ]);
  });

  it('compares the set of an object only with an owner', async () => {
    const current = currentOf([featureDocument({})], 'theirs');
    deepEqual(await compareDocuments([featureDocument({})], current), { differences: [], same: 1 });
    deepEqual((await compareDocuments([featureDocument({})], current, { owner: 'ours' })).differences.map(patchOf), [
      [{ op: 'replace', path: '/managedBy', value: 'ours' }],
    ]);
  });

  it('deletes removed objects', async () => {
    const document = featureDocument({ stale: true });
    const removed: CurrentObject[] = [{ document, managedBy: 'ours' }];
    deepEqual((await compareDocuments([], currentOf([document]), { removed })).differences, [
      { op: 'delete', kind: 'Feature', name: 'f', before: { stale: true }, after: null },
    ]);
  });

  it('leaves nothing to do for documents that are as the instance', async () => {
    await fc.assert(
      fc.asyncProperty(instance, async (documents) => {
        const { differences, same } = await compareDocuments(documents, currentOf(documents));
        deepEqual(differences, []);
        const partsOf = ({ kind, spec }: Document) =>
          kind === 'Environment' ? 2 : 1 + Object.keys((spec as FeatureSpec).environments ?? {}).length;
        equal(
          same,
          documents.reduce((sum, document) => sum + partsOf(document), 0),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('describes each difference of 5,000 random pairs by a patch that turns one side into the other', async () => {
    const some = fc.array(instance, { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(some, async (instances) => {
        for (const desired of instances) for (const current of instances) await assertPatches(desired, current);
      }),
      { numRuns: 23 },
    );
  });

  it('does not depend on the order of the documents', async () => {
    const shuffled = fc
      .tuple(instance, instance)
      .chain(([desired, current]) =>
        fc.tuple(fc.constant(desired), fc.shuffledSubarray(desired, { minLength: desired.length }), fc.constant(current)),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([desired, other, current]) =>
        deepEqual(await compareDocuments(desired, currentOf(current)), await compareDocuments(other, currentOf(current))),
      ),
      { numRuns: 100 },
    );
  });
});

async function assertPatches(desired: readonly Document[], current: readonly Document[]): Promise<void> {
  for (const difference of (await compareDocuments(desired, currentOf(current))).differences)
    deepEqual(jsonPatch.applyPatch(structuredClone(difference.before), structuredClone(patchOf(difference))).newDocument, difference.after);
}

describe('the canonical form of a document', () => {
  it('is the canonical form of itself, byte for byte', () => {
    fc.assert(
      fc.property(instance, (documents) => {
        for (const document of documents) equal(JSON.stringify(canonicalDocument(document)), JSON.stringify(document));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps empty values that are not the default', () =>
    deepEqual(featureDocument({ codeDefault: {}, description: '' }).spec, { description: '', codeDefault: {} }));

  it('omits defaults, sorts sets and completes nothing else', () => {
    const spec: FeatureSpec = {
      type: 'release',
      description: null,
      stale: false,
      tags: [
        { type: 'simple', value: 'b2' },
        { type: 'simple', value: 'a1' },
      ],
      links: [{ url: 'https://b.example', title: null }, { url: 'https://a.example' }],
      parents: [{ feature: 'p', enabled: true, variants: [] }],
      environments: {
        b: { enabled: false, strategies: [{ name: 'default', title: null, segments: ['z', 'a', 'z'], constraints: [] }] },
        a: {},
      },
    };
    equal(
      JSON.stringify(featureDocument(spec).spec),
      JSON.stringify({
        tags: [
          { type: 'simple', value: 'a1' },
          { type: 'simple', value: 'b2' },
        ],
        links: [{ url: 'https://a.example' }, { url: 'https://b.example' }],
        parents: [{ feature: 'p' }],
        environments: { a: {}, b: { strategies: [{ name: 'default', segments: ['a', 'z'] }] } },
      }),
    );
  });
});
