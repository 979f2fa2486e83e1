import { deepEqual, equal } from 'node:assert/strict';
import { ownAddress, rememberDestination, takeDestination } from './destination.ts';

describe('the destination of a login', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  beforeEach(() => stored.clear());

  it('is remembered once', () => {
    rememberDestination('/authorize?state=x', storage, 0);
    deepEqual([takeDestination(storage, 1000), takeDestination(storage, 1000)], ['/authorize?state=x', '/']);
  });

  it('is forgotten after ten minutes', () => {
    rememberDestination('/device', storage, 0);
    equal(takeDestination(storage, 600_000), '/');
  });

  it('is never on another host', () => {
    for (const to of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', 'javascript:alert(1)', '', null])
      equal(ownAddress(to), '/', String(to));
    rememberDestination('//elsewhere.example', storage, 0);
    equal(takeDestination(storage, 1), '/');
  });
});
