import { deepEqual } from 'node:assert/strict';
import { normalizeUrl } from './normalize-url.ts';

describe('the address of a request', () => {
  it('has repeated slashes taken for one, in the path only', () => {
    deepEqual(['//api///admin//events', '/a?next=//b', '/a/b'].map(normalizeUrl), ['/api/admin/events', '/a?next=//b', '/a/b']);
  });
});
