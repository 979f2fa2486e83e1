import { deepEqual, throws } from 'node:assert/strict';
import { normalizeUrl, plainPath } from './normalize-url.ts';

describe('normalizeUrl', () => {
  it('merges repeated slashes, in the path only', () => {
    deepEqual(['//api///admin//events', '/a?next=//b', '/a/b'].map(normalizeUrl), ['/api/admin/events', '/a?next=//b', '/a/b']);
  });

  it('rejects a fragment, in the path or after the query', () => {
    for (const url of ['/a#', '/a/#b', '/a?b#c', '#']) throws(() => normalizeUrl(url), { name: 'BadRequestError' }, url);
    deepEqual(normalizeUrl('/a%23?b=%23'), '/a%23?b=%23');
  });

  it('maps all spellings of a route to one plain path', () => {
    const spellings = [
      '/auth/simple/login',
      '/AUTH/Simple/login',
      '/auth/simple/login/',
      '/auth//simple/login//',
      '/%61uth/simple%2Flogin',
    ];
    deepEqual([...new Set(spellings.map(plainPath))], ['/auth/simple/login']);
    deepEqual(['/', '/%', '/a%'].map(plainPath), ['/', '/%', '/a%']);
  });
});
