import { deepEqual, throws } from 'node:assert/strict';
import { normalizeUrl, plainPath } from './normalize-url.ts';

describe('the address of a request', () => {
  it('has repeated slashes taken for one, in the path only', () => {
    deepEqual(['//api///admin//events', '/a?next=//b', '/a/b'].map(normalizeUrl), ['/api/admin/events', '/a?next=//b', '/a/b']);
  });

  it('has no fragment, in its path or behind it', () => {
    for (const url of ['/a#', '/a/#b', '/a?b#c', '#']) throws(() => normalizeUrl(url), { name: 'BadRequestError' }, url);
    deepEqual(normalizeUrl('/a%23?b=%23'), '/a%23?b=%23');
  });

  it('has one plain spelling for all that could lead to the same route', () => {
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
