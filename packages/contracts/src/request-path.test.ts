import { equal, throws } from 'node:assert/strict';
import { requestPath } from './request-path.ts';

describe('the path of a request', () => {
  const template = '/projects/{project}/features/{feature}';

  it('has encoded parameters, and a query without absent values', () => {
    equal(
      requestPath(template, { project: 'a/b', feature: '...' }, { q: ['x y', '&'], limit: 5, offset: undefined }),
      '/projects/a%2Fb/features/...?q=x+y&q=%26&limit=5',
    );
    equal(requestPath(template, { project: 1, feature: '%2e%2e' }, {}), '/projects/1/features/%252e%252e');
  });

  it('never leads to another operation', () => {
    for (const feature of ['', '.', '..']) throws(() => requestPath(template, { project: 'a', feature }, {}), RangeError, feature);
  });
});
