import { deepEqual, equal } from 'node:assert/strict';
import { openPlaygroundApp, type PlaygroundApp } from './playground-app.fixture.ts';

const swede = { appName: 'shop', userId: '7', properties: { country: 'SE' } };
const guest = { appName: 'shop' };
const nordic = { contextName: 'country', operator: 'IN', values: ['SE', 'NO'] };
const known = { contextName: 'userId', operator: 'IN', values: ['7'] };
const path = '/api/admin/playground/constraints';

describe('POST /api/admin/playground/constraints', () => {
  let at: PlaygroundApp;
  before(async () => {
    at = await openPlaygroundApp();
  });
  after(() => at.close());

  const ask = (body: object) => at.app.as(at.app.users.viewer).post(path, body);

  it('returns for each context if all constraints match, otherwise the first one that does not, with its value', async () => {
    const { status, body } = await ask({
      constraints: [nordic, known],
      contexts: [swede, guest, { ...swede, userId: '8' }],
    });
    equal(status, 200);
    deepEqual(body, {
      contexts: [{ holds: true }, { holds: false, missed: nordic, given: null }, { holds: false, missed: known, given: '8' }],
    });
  });

  it('matches everyone without constraints', async () => {
    deepEqual((await ask({ constraints: [], contexts: [guest] })).body, { contexts: [{ holds: true }] });
  });

  it('inverts the result of an inverted constraint', async () => {
    deepEqual((await ask({ constraints: [{ ...nordic, inverted: true }], contexts: [swede, guest] })).body.contexts, [
      { holds: false, missed: { ...nordic, inverted: true }, given: 'SE' },
      { holds: true },
    ]);
  });

  it('does not match a pattern that is invalid or too expensive, and responds anyway', async () => {
    const patterns = ['(a+)+$', '(', '(?:a{1,900}){1,900}', `${'(x|'.repeat(400)}y${')'.repeat(400)}`];
    for (const value of patterns) {
      const context = { appName: 'shop', properties: { text: `${'a'.repeat(5000)}!` } };
      const { status, body } = await ask({ constraints: [{ contextName: 'text', operator: 'REGEX', value }], contexts: [context] });
      deepEqual([status, body.contexts[0].holds], [200, false], value);
    }
  });

  it('does not interpret names of fields', async () => {
    for (const contextName of ['__proto__', 'constructor', 'properties', '<img src=x>'])
      equal(
        (await ask({ constraints: [{ contextName, operator: 'IN', values: ['x'] }], contexts: [guest] })).body.contexts[0].holds,
        false,
      );
  });

  it('rejects an unknown operator, excessive amounts, and anonymous callers', async () => {
    equal((await ask({ constraints: [{ ...nordic, operator: 'SOUNDS_LIKE' }], contexts: [guest] })).status, 400);
    equal((await ask({ constraints: [], contexts: [] })).status, 400);
    equal((await ask({ constraints: [], contexts: Array.from({ length: 101 }, () => guest) })).status, 400);
    equal((await ask({ constraints: Array.from({ length: 201 }, () => nordic), contexts: [guest] })).status, 400);
    equal((await at.app.as(null).post(path, { constraints: [], contexts: [guest] })).status, 401);
  });
});
