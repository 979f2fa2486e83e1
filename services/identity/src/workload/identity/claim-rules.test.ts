import { deepEqual, equal, throws } from 'node:assert/strict';
import { matches, matchRules, refuseLooseRules } from './claim-rules.ts';

describe('claim rules of workloads', () => {
  it('match the whole value, in exact case', () => {
    equal(matches('acme/shop', 'acme/shop'), true);
    for (const other of ['acme/shop2', 'x-acme/shop', 'Acme/shop', '', 'acme']) equal(matches('acme/shop', other), false, other);
    equal(matches('a.c', 'abc'), false);
    equal(matches('', ''), true);
  });

  it('let * match all characters except slashes and colons, and ** match any', () => {
    equal(matches('acme/*', 'acme/shop'), true);
    equal(matches('acme/*', 'acme/'), true);
    equal(matches('acme/*', 'acme/shop/evil'), false);
    equal(matches('repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main'), true);
    equal(matches('repo:acme/*:ref:refs/heads/main', 'repo:acme/shop:environment:x:ref:refs/heads/main'), false);
    equal(matches('refs/heads/**', 'refs/heads/release/2026/11'), true);
    equal(matches('refs/**/11', 'refs/heads/release/11'), true);
    equal(matches('refs/**/11', 'refs/heads/release/12'), false);
    equal(matches('v*.*', 'v1.2'), true);
    equal(matches('*ab', 'aab'), true);
  });

  it('match with many stars, for which backtracking would never end', () => {
    equal(matches('*a'.repeat(127), `${'a'.repeat(999)}b`), false);
  });

  it('must all match strings, numbers or booleans', () => {
    const rules = { repository: ['acme/*'], ref_protected: ['true'], run: ['7', '8'] };
    deepEqual(matchRules(rules, { repository: 'acme/shop', ref_protected: true, run: 8, other: 1 }), {
      matched: { repository: 'acme/shop', ref_protected: 'true', run: '8' },
    });
    deepEqual(matchRules(rules, { repository: 'acme/shop', ref_protected: false, run: 8 }), { mismatched: 'ref_protected' });
    for (const repository of [undefined, null, ['acme/shop'], { x: 'acme/shop' }, `acme/${'x'.repeat(1000)}`])
      deepEqual(matchRules(rules, { repository, ref_protected: true, run: 8 }), { mismatched: 'repository' });
    deepEqual(matchRules({ toString: ['**x**'] }, {}), { mismatched: 'toString' });
  });

  it('are refused if they match everything or exceed the limits', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`claim-${index}`, ['x']]));
    for (const rules of [
      {},
      { repository: [] },
      { repository: ['acme/shop', '*'] },
      { repository: ['**'] },
      { repository: [''] },
      { repository: ['*/*'] },
      { aud: ['x'] },
      { '': ['x'] },
      many,
    ])
      throws(() => refuseLooseRules(rules), { name: 'BadDataError' }, JSON.stringify(rules).slice(0, 100));
    refuseLooseRules({ repository: ['acme/*'] });
  });
});
