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

  it('tells for each context whether all of them hold, else the first that does not and what it was given', async () => {
    const { status, body } = await ask({
      constraints: [nordic, known],
      contexts: [swede, guest, { ...swede, userId: '8' }],
    });
    equal(status, 200);
    deepEqual(body, {
      contexts: [{ holds: true }, { holds: false, missed: nordic, given: null }, { holds: false, missed: known, given: '8' }],
    });
  });

  it('holds for everybody where there are none', async () => {
    deepEqual((await ask({ constraints: [], contexts: [guest] })).body, { contexts: [{ holds: true }] });
  });

  it('turns an inverted one round', async () => {
    deepEqual((await ask({ constraints: [{ ...nordic, inverted: true }], contexts: [swede, guest] })).body.contexts, [
      { holds: false, missed: { ...nordic, inverted: true }, given: 'SE' },
      { holds: true },
    ]);
  });

  it('does not hold what costs too much to try, or is no pattern, and answers all the same', async () => {
    const patterns = ['(a+)+$', '(', '(?:a{1,900}){1,900}', `${'(x|'.repeat(400)}y${')'.repeat(400)}`];
    for (const value of patterns) {
      const context = { appName: 'shop', properties: { text: `${'a'.repeat(5000)}!` } };
      const { status, body } = await ask({ constraints: [{ contextName: 'text', operator: 'REGEX', value }], contexts: [context] });
      deepEqual([status, body.contexts[0].holds], [200, false], value);
    }
  });

  it('takes names of fields as they are', async () => {
    for (const contextName of ['__proto__', 'constructor', 'properties', '<img src=x>'])
      equal(
        (await ask({ constraints: [{ contextName, operator: 'IN', values: ['x'] }], contexts: [guest] })).body.contexts[0].holds,
        false,
      );
  });

  it('refuses an unknown operator, too many of anything, and whoever is not logged in', async () => {
    equal((await ask({ constraints: [{ ...nordic, operator: 'SOUNDS_LIKE' }], contexts: [guest] })).status, 400);
    equal((await ask({ constraints: [], contexts: [] })).status, 400);
    equal((await ask({ constraints: [], contexts: Array.from({ length: 101 }, () => guest) })).status, 400);
    equal((await ask({ constraints: Array.from({ length: 201 }, () => nordic), contexts: [guest] })).status, 400);
    equal((await at.app.as(null).post(path, { constraints: [], contexts: [guest] })).status, 401);
  });
});
