import { deepEqual, equal, ok } from 'node:assert/strict';
import { gateway } from '@signalbox/gateway';
import { surfaces } from '@signalbox/standalone/services';
import { type Answer, type TestApp, eventually, start } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const frontend = '/api/frontend';
const evaluate = '/ofrep/v1/evaluate/flags';
const inDefault = '/api/admin/projects/default/features';
const json = { 'content-type': 'application/json' };

/** Constraints and strategies that use a context in every possible way. */
const strategies: Readonly<Record<string, object>> = {
  regex: { name: 'default', constraints: [{ contextName: 'userId', operator: 'REGEX', value: '^(([a-z])+.)+[A-Z]([a-z])+$' }] },
  number: { name: 'default', constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '17' }] },
  date: { name: 'default', constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00Z' }] },
  version: { name: 'default', constraints: [{ contextName: 'release', operator: 'SEMVER_GT', value: '1.0.0' }] },
  network: { name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8, ::1' } },
  share: { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'age', groupId: 'share' } },
};

const context = (text: string) => `{"context":${text}}`;
const deep = (depth: number) => context(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);

/** Input that no application should send, and whether it is evaluated anyway. */
const bodies: readonly (readonly [what: string, raw: string | Buffer, status: 200 | 400])[] = [
  ['a truncated body', '{"context":', 400],
  ['no JSON', 'context', 400],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['a context that is text', context('"userId"'), 400],
  ['a context that is a list', context('[]'), 400],
  ['a user that is an object', context('{"userId":{"a":1}}'), 400],
  ['a session that is a list', context('{"sessionId":[1]}'), 400],
  ['properties that are a list', context('{"properties":[]}'), 400],
  ['properties that are text', context('{"properties":"x"}'), 400],
  ['no context', '{}', 200],
  ['a context that is null', context('null'), 200],
  ['40 levels of nesting', deep(40), 200],
  ['20,000 levels of nesting', deep(20_000), 400],
  [
    'names with a meaning in JavaScript',
    context('{"__proto__":{"age":"18"},"constructor":"x","toString":"y","properties":{"__proto__":"z"}}'),
    200,
  ],
  ['invalid times', context('{"currentTime":"never","age":"18"}'), 200],
  ['a year out of range', context('{"currentTime":"+999999-01-01T00:00:00Z"}'), 200],
  ['invalid numbers', context('{"age":1e400,"release":-0}'), 200],
  ['invalid versions', context('{"release":"1.2.3.4.5-_-+"}'), 200],
  ['invalid addresses', context('{"remoteAddress":"999.1.1.1/64"}'), 200],
  ['a lone surrogate', context('{"userId":"\\ud800","age":"\\u0000"}'), 200],
  ['text that blocks a backtracking regular expression', context(`{"userId":"${'a'.repeat(50_000)}!"}`), 200],
  ['as many properties as fit', context(`{"properties":{${Array.from({ length: 6000 }, (_, index) => `"p${index}":"1"`).join()}}}`), 200],
];

const queries: readonly string[] = [
  '%',
  '%ff%fe',
  'userId=%00',
  'userId=%ED%A0%80',
  'properties[=1&properties]=2&properties[]=3&properties[a][b]=4',
  '__proto__=1&constructor=2&properties[__proto__]=3',
  'environment=&appName=',
  'environment=__proto__',
  'environment=a&environment=b',
  `environment=${'x'.repeat(5000)}`,
  'currentTime=never&remoteAddress=x',
  `userId=${'a'.repeat(8000)}!`,
  '&&&=&==',
];

function assertRefusal({ status, body }: Answer, expected: number, key?: string): void {
  equal(status, expected);
  ok(typeof body.id === 'string' && typeof body.name === 'string' && body.message.length > 10, JSON.stringify(body));
  if (key !== undefined) deepEqual([body.key, typeof body.errorCode, body.errorDetails], [key, 'string', body.message]);
}

describe('hostile contexts through the gateway', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
    for (const name of ['age', 'release']) equal((await product.admin.post('/api/admin/context', { name })).status, 201);
    for (const [name, strategy] of Object.entries(strategies)) {
      equal((await product.admin.post(inDefault, { name })).status, 201);
      const added = await product.admin.post(`${inDefault}/${name}/environments/development/strategies`, strategy);
      equal(added.status, 200, added.body.message);
      equal((await product.admin.post(`${inDefault}/${name}/environments/development/on`)).status, 200);
    }
    await eventually(async () => {
      const { body } = await ask().post(evaluate, { context: { environment: 'development' } });
      const reasons = body.flags.map(({ reason }: { reason: string }) => reason);
      deepEqual([reasons.length, reasons.includes('DISABLED')], [6, false]);
    });
  });
  after(() => product.app.close());

  const ask = () => product.admin;

  for (const [what, raw, status] of bodies) {
    it(`are ${status === 200 ? 'evaluated' : 'rejected'}: ${what}`, async () => {
      for (const [path, key] of [[frontend], [evaluate, ''], [`${evaluate}/number`, 'number']] as const) {
        const answer = await ask().post(path, undefined, { raw, headers: json });
        if (status === 200) equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
        else assertRefusal(answer, status, key);
      }
    });
  }

  it('are answered in every query, with 200 or an explained refusal', async () => {
    for (const query of queries) {
      for (const path of [frontend, '/api/client/features', '/api/client/features/number', '/api/client/delta', '/api/proxy']) {
        const answer = await ask().get(`${path}?${query}`);
        if (answer.status !== 200) assertRefusal(answer, answer.status === 404 ? 404 : 400);
        if (path === frontend) equal(answer.status, 200, query);
      }
    }
  });

  it('are rejected with 413 above ten megabytes, with and without Content-Length', async () => {
    const body = JSON.stringify({ context: { long: 'x'.repeat(10_000_000) } });
    for (const [path, key] of [[frontend], [evaluate, ''], [`${evaluate}/number`, 'number']] as const) {
      const reported = await ask().post(path, undefined, { raw: body, headers: json });
      assertRefusal(reported, 413, key);
      equal(reported.headers['access-control-allow-origin'], '*');
      const headers = { ...json, authorization: product.adminToken };
      const stream = new Blob([body]).stream();
      const response = await fetch(product.app.url + path, { method: 'POST', headers, body: stream, duplex: 'half' });
      assertRefusal({ status: response.status, headers: {}, body: await response.json() }, 413, key);
    }
  });

  it('are rejected by OFREP with a key and a code', async () => {
    const anonymous = product.app.with({});
    const elsewhere = product.app.with({ authorization: product.adminToken, 'if-min-revision': 'newest' });
    for (const [path, key] of [
      [evaluate, ''],
      [`${evaluate}/a%20b`, 'a b'],
    ] as const) {
      assertRefusal(await anonymous.post(path, {}), 401, key);
      assertRefusal(await ask().post(path, {}, { headers: { 'content-type': 'text/plain' } }), 415, key);
      assertRefusal(await ask().post(path, undefined, { raw: 'x', headers: { ...json, 'content-encoding': 'gzip' } }), 415, key);
      assertRefusal(await elsewhere.post(path, {}), 400, key);
      assertRefusal(await ask().get(path), 404, key);
    }
    assertRefusal(await ask().post(`${evaluate}/nothing`, {}), 404, 'nothing');
    assertRefusal(await ask().post(`${evaluate}/%`, {}), 400, '');
    assertRefusal(await ask().post('/ofrep/v2', {}), 404, '');
  });
});

describe('OFREP through a gateway that cannot reach delivery', () => {
  let app: TestApp;
  before(async () => {
    app = await start([gateway], { surfaces, settings: { DELIVERY_URL: 'http://127.0.0.1:1' } });
  });
  after(() => app.close());

  it('returns a key and a code in its error', async () => {
    assertRefusal(await app.with({}).post(`${evaluate}/cart`, {}), 503, 'cart');
    assertRefusal(await app.with({}).post(evaluate, {}), 503, '');
  });
});
