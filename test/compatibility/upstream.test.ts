import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/testing/root.ts';
import { missingOperations, type ApiDocument } from './missing-operations.ts';
import { upstreamBehaviors } from './upstream.ts';

describe('the declaration of upstream behaviors', () => {
  it('names existing tests', () => {
    const missing = upstreamBehaviors.filter(({ test, title }) => {
      const file = join(root, test);
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(title);
    });
    deepEqual(missing, []);
  });

  it('reports operations that are absent without a reason, whatever their parameters are called', () => {
    const upstream: ApiDocument = {
      paths: {
        '/api/admin/features/{name}': { get: {}, post: {}, parameters: {} },
        '/api/admin/new/': { get: {} },
        '/edge/issue-token': { post: {} },
      },
    };
    const here: ApiDocument = { paths: { '/api/admin/features/{featureName}': { get: {} } } };
    deepEqual(missingOperations(upstream, here), ['GET /api/admin/new', 'POST /api/admin/features/{}']);
  });
});
