import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { operators } from '@signalbox/contracts';
import { readSettings } from '@signalbox/kit';
import { type TestApp, start } from '@signalbox/testing';
import { ContextField } from '../context-field/context-field.ts';
import { toggles } from '../../service.ts';
import { normaliseConstraints } from './validate-constraint.ts';

describe('validate constraint', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { UNDECLARED_CONTEXT_FIELDS: 'refuse' } });
    await app.store('toggles').transaction(async (em) => {
      const field = { description: null, sortOrder: 10, stickiness: false, createdAt: new Date() };
      em.create(ContextField, { ...field, name: 'region', legalValues: [{ value: 'eu' }, { value: 'us' }] });
      em.create(ContextField, { ...field, name: 'tier', legalValues: [{ value: '1' }, { value: '2' }] });
    });
  });
  after(() => app.close());

  const validate = (constraint: object) => app.as(app.users.viewer).post('/api/admin/constraints/validate', constraint);

  const accepted: Record<Exclude<(typeof operators)[number], 'IN_LIST'>, object[]> = {
    IN: [{ values: ['a', 'b'] }],
    NOT_IN: [{ values: ['a'] }],
    STR_ENDS_WITH: [{ values: ['a'] }],
    STR_STARTS_WITH: [{ values: ['a'], caseInsensitive: true, inverted: true }],
    STR_CONTAINS: [{ values: ['x'.repeat(100)] }],
    NUM_EQ: [{ value: '1' }, { value: '-1.5' }, { value: '1e3' }, { value: '.5', values: [] }],
    NUM_GT: [{ value: '0' }],
    NUM_GTE: [{ value: '+1' }],
    NUM_LT: [{ value: '1.' }],
    NUM_LTE: [{ value: '100000000000000000000' }],
    DATE_AFTER: [{ value: '2026-01-31' }, { value: '2026-01-31T12:00:00Z' }, { value: '2024-02-29T12:00:00.123+02:00' }],
    DATE_BEFORE: [{ value: '2026-01-31T12:00' }],
    SEMVER_EQ: [{ value: '1.2.3' }, { value: '1.2.3-beta.1+build.5' }, { value: '1.2.3-0a' }],
    SEMVER_GT: [{ value: '0.0.0' }],
    SEMVER_LT: [{ value: '10.20.30' }],
    SEMVER_GTE: [{ value: '1.0.0-alpha-x.7' }],
    SEMVER_LTE: [{ value: '1.0.0+7' }],
    REGEX: [{ value: '^a+$' }, { value: '\\d{3}' }],
    IN_CIDR: [{ values: ['10.0.0.0/8', '192.168.1.1', '::1/128', '2001:db8::/32'] }],
  };
  for (const operator of operators) {
    if (operator === 'IN_LIST') continue;
    for (const rest of accepted[operator]) {
      it(`accepts ${operator} with ${JSON.stringify(rest).slice(0, 60)}`, async () => {
        const { status, body } = await validate({ contextName: 'userId', operator, ...rest });
        equal(status, 204);
        equal(body, '');
      });
    }
  }

  const refused: [string, object, string][] = [
    ...['IN', 'NOT_IN', 'STR_ENDS_WITH', 'STR_STARTS_WITH', 'STR_CONTAINS', 'IN_CIDR'].flatMap((operator): [string, object, string][] => [
      [operator, {}, 'values'],
      [operator, { values: [] }, 'values'],
      [operator, { value: 'a' }, 'values'],
    ]),
    ...['NUM_EQ', 'NUM_GT', 'DATE_AFTER', 'SEMVER_EQ', 'REGEX'].flatMap((operator): [string, object, string][] => [
      [operator, {}, 'value'],
      [operator, { value: '' }, 'value'],
      [operator, { values: ['1'] }, 'value'],
    ]),
    ...['abc', '1,5', ' ', '0x10', 'Infinity', '1e999'].map((value): [string, object, string] => ['NUM_LTE', { value }, 'value']),
    ...['tomorrow', '31.01.2026', '2026-02-31', '2026-13-01', '1700000000000', '2026-01-01T25:00:00Z'].map(
      (value): [string, object, string] => ['DATE_BEFORE', { value }, 'value'],
    ),
    ...['v1.2.3', '1.2', '1', '01.2.3', '1.2.3-01', '1.2.3-', '1.2.3.4', ' 1.2.3', '1.2.x'].map((value): [string, object, string] => [
      'SEMVER_GTE',
      { value },
      'value',
    ]),
    ...['(', '(?<=a)b', '*'].map((value): [string, object, string] => ['REGEX', { value }, 'value']),
    ...['10.0.0.0/33', '::1/129', '010.0.0.1', '10.0.0.0/', 'host', 'fe80::1%eth0', '1.2.3.4/8/8'].map(
      (value): [string, object, string] => ['IN_CIDR', { values: ['10.0.0.1', value] }, 'values/1'],
    ),
  ];
  for (const [operator, rest, path] of refused) {
    it(`refuses ${operator} with ${JSON.stringify(rest)} and names ${path}`, async () => {
      const { status, body } = await validate({ contextName: 'userId', operator, ...rest });
      equal(status, 400);
      equal(body.name, 'BadDataError');
      equal(body.details[0].path, path);
      ok(body.message.startsWith(path), body.message);
    });
  }

  it('refuses an unknown operator, an unknown property and an empty value with a validation error', async () => {
    const complete = { contextName: 'userId', operator: 'IN', values: ['a'] };
    for (const [change, path] of [
      [{ operator: 'NOPE' }, 'operator'],
      [{ weight: 1 }, ''],
      [{ values: [''] }, 'values/0'],
      [{ values: ['x'.repeat(1001)] }, 'values/0'],
    ] as const) {
      const { status, body } = await validate({ ...complete, ...change });
      equal(status, 400);
      equal(body.name, 'ValidationError');
      equal(body.details[0].path, path);
    }
  });

  it('refuses an unknown context field with 404, including one that differs by case or a trailing blank', async () => {
    for (const contextName of ['age', 'userid', 'userId ']) {
      const { status, body } = await validate({ contextName, operator: 'IN', values: ['a'] });
      equal(status, 404);
      equal(body.name, 'NotFoundError');
      equal(body.details[0].path, 'contextName');
    }
  });

  it('refuses values that the field does not list as legal, in lists and as single values', async () => {
    const list = await validate({ contextName: 'region', operator: 'IN', values: ['eu', 'mars'] });
    deepEqual([list.status, list.body.details[0].path], [400, 'values/1']);
    match(list.body.message, /eu, us/);
    const single = await validate({ contextName: 'tier', operator: 'NUM_GT', value: '3' });
    deepEqual([single.status, single.body.details[0].path], [400, 'value']);
    equal((await validate({ contextName: 'region', operator: 'NOT_IN', values: ['us'] })).status, 204);
    equal((await validate({ contextName: 'tier', operator: 'NUM_GT', value: '2' })).status, 204);
  });

  it('accepts patterns and networks that match legal values', async () => {
    equal((await validate({ contextName: 'region', operator: 'REGEX', value: '^e' })).status, 204);
  });

  it('yields to other work after compiling patterns', async () => {
    const fields = new Map([['userId', { legalValues: [] }]]);
    const settings = readSettings({}, [toggles.surface]);
    for (const [constraint, others] of [
      [{ contextName: 'userId', operator: 'REGEX', value: 'a' }, true],
      [{ contextName: 'userId', operator: 'IN', values: ['a'] }, false],
    ] as const) {
      let othersRan = false;
      setImmediate(() => (othersRan = true));
      await normaliseConstraints({ settings, fields }, [{ ...constraint, values: ['a'] }], { path: '' });
      equal(othersRan, others);
    }
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).post('/api/admin/constraints/validate', {})).status, 401);
  });
});
