import { deepEqual } from 'node:assert/strict';
import { readImport } from './import-text.ts';

describe('the text of an import', () => {
  const data = { features: [{ name: 'pay' }], featureStrategies: [] };
  it('can be an export', () => deepEqual(readImport(JSON.stringify(data)), { data }));
  it('can be a request body with an export', () =>
    deepEqual(readImport(JSON.stringify({ project: 'shop', environment: 'test', data })), { data }));
  it('cannot be anything else', () => {
    deepEqual(readImport('{'), { problem: 'Enter valid JSON.' });
    for (const text of ['null', '[]', '"x"', '{}', '{"features":"all"}'])
      deepEqual(readImport(text), { problem: 'This is not an export: it has no list of features.' });
  });
});
