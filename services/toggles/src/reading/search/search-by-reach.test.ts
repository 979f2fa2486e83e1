import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start, statementsOf } from '@signalbox/testing';
import { postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const base = '/api/admin/projects/default/features';

describe('search by reach and by last change', () => {
  let app: TestApp;
  let clock = new Date('2026-01-10T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => clock } });
    await postFeatures(app, ['all', 'half', 'none', 'off']);
    for (const [name, rollout] of Object.entries({ all: '100', half: '50', none: '0', off: '100' })) {
      await send('post', `${base}/${name}/environments/development/strategies`, { name: 'flexibleRollout', parameters: { rollout } });
      if (name !== 'off') await send('post', `${base}/${name}/environments/development/on`);
    }
    await send('post', `${base}/half/environments/production/strategies`, { name: 'flexibleRollout', parameters: { rollout: '100' } });
    await send('post', `${base}/half/environments/production/on`);
    clock = new Date('2026-02-20T12:00:00.000Z');
    await send('put', `${base}/none`, { description: 'Changed later' });
    equal((await app.as(app.users.adminToken).post(base, { name: 'by.token' })).status, 201);
  });
  after(() => app.close());

  async function send(method: 'post' | 'put' | 'delete', path: string, body: object = {}) {
    const { status, body: answer } = await app.as(app.users.admin)[method](path, body);
    equal(status < 300, true, `${path} ${JSON.stringify(answer)}`);
    return answer;
  }
  const search = (query: string) => app.as(app.users.viewer).get(`/api/admin/search/features?${query}`);
  async function names(query: string): Promise<string> {
    const { status, body } = await search(query.includes('sortBy') ? query : `sortBy=name&${query}`);
    equal(status, 200, JSON.stringify(body));
    return body.features.map(({ name }: { name: string }) => name).join(' ');
  }

  const found: Readonly<Record<string, string>> = {
    'reach=development:everybody': 'all',
    'reach=development:some': 'half',
    'reach=development:nobody': 'by.token none off',
    'reach=production:everybody': 'half',
    'reach=everybody': 'all half',
    'reach=some': 'half',
    'reach=nobody': 'all by.token none off',
    'reach=development:everybody&reach=development:some': 'all half',
    'reach=moon:everybody': '',
    'reach=everybody&query=all': 'all',
    'changedAt=IS_ON_OR_AFTER:2026-02-20': 'none',
    'changedAt=IS_BEFORE:2026-02-20': 'all half off',
    'changedAt=IS_ON_OR_AFTER:2026-02-21': '',
    'changedAt=IS_BEFORE:2026-02-21&reach=development:nobody': 'none off',
    'sortBy=changedAt&sortOrder=desc&reach=development:nobody': 'none off by.token',
  };
  for (const [query, expected] of Object.entries(found)) {
    it(`finds ${expected || 'nothing'} by ${query}`, async () => equal(await names(query), expected));
  }

  it('reflects changed and disabled strategies', async () => {
    const at = `${base}/half/environments/production/strategies`;
    const [{ id }] = (await app.as(app.users.admin).get(at)).body;
    await send('put', `${at}/${id}`, { parameters: { rollout: '10' } });
    equal(await names('reach=production:some'), 'half');
    await send('put', `${at}/${id}`, { disabled: true });
    deepEqual([await names('reach=production:some'), await names('reach=production:nobody')], ['', 'all by.token half none off']);
    await send('delete', `${at}/${id}`);
    equal((await names('reach=production:nobody')).includes('half'), true);
    equal(await names('changedAt=IS_ON_OR_AFTER:2026-02-20'), 'half none');
  });

  it('executes no more statements than other searches', async () => {
    await search('');
    const statements = await statementsOf(app.store('toggles'), () =>
      search('reach=everybody&changedAt=IS_BEFORE:2027-01-01&sortBy=changedAt'),
    );
    equal(statements.length, 1);
  });

  for (const [query, path] of Object.entries({
    'reach=most': 'reach/0',
    'reach=production:Everybody': 'reach/0',
    'reach=some&reach=a:b:c': 'reach/1',
    'changedAt=2026-01-01': 'changedAt',
    'changedAt=IS_BEFORE:2026-02-30': 'changedAt',
  })) {
    it(`refuses ${query} with 400 and names the parameter`, async () => {
      const { status, body } = await search(query);
      deepEqual([status, body.details[0].path], [400, path]);
    });
  }
});
