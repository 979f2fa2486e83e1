import { deepEqual, throws } from 'node:assert/strict';
import type { Document } from '../api/operations.ts';
import { moveDocuments, selectDocuments } from './select-documents.ts';

const document = (kind: Document['kind'], name: string, spec: Document['spec'] = {}, project?: string): Document => ({
  apiVersion: 'signalbox.dev/v1',
  kind,
  metadata: { name, ...(project !== undefined && { project }) },
  spec,
});

const strategies = [{ name: 'office-hours', segments: ['nordic'], constraints: [{ contextName: 'appVersion' }] }];
const documents = [
  document('TagType', 'wave'),
  document('TagType', 'unused'),
  document('ContextField', 'country'),
  document('ContextField', 'appVersion'),
  document('ContextField', 'unused'),
  document('StrategyDefinition', 'office-hours'),
  document('Segment', 'nordic', { constraints: [{ contextName: 'country' }] }),
  document('Segment', 'unused'),
  document('Feature', 'checkout', {}, 'shop'),
  document(
    'Feature',
    'new-checkout',
    { tags: [{ type: 'wave', value: '12' }], parents: [{ feature: 'checkout' }], environments: { staging: { enabled: true, strategies } } },
    'shop',
  ),
  document('Feature', 'other', {}, 'shop'),
];
const namesOf = (selected: readonly Document[]) => selected.map(({ metadata }) => metadata.name);

describe('documents to promote', () => {
  it('include everything that a feature uses, directly or not', () => {
    const expected = ['wave', 'country', 'appVersion', 'office-hours', 'nordic', 'checkout', 'new-checkout'];
    deepEqual(namesOf(selectDocuments(documents, { features: ['new-checkout'], tags: [] })), expected);
    deepEqual(namesOf(selectDocuments(documents, { features: [], tags: ['wave:12'] })), expected);
    deepEqual(selectDocuments(documents, { features: [], tags: [] }), documents);
  });

  it('must exist', () => {
    throws(() => selectDocuments(documents, { features: ['nothing'], tags: [] }), /There is no flag nothing/);
  });

  it('move to another environment and project', () => {
    const moved = moveDocuments(documents, { from: 'staging', to: 'production', project: 'shop', toProject: 'web' });
    deepEqual(moved[9]?.spec['environments'], { production: { enabled: true, strategies } });
    deepEqual([moved[9]?.metadata.project, moved[6]?.metadata.project], ['web', undefined]);
    deepEqual(moved[10]?.spec, { environments: {} });
  });
});
