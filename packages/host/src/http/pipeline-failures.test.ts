import { deepEqual, equal } from 'node:assert/strict';
import { featureCreated } from '@signalbox/contracts';
import { changesNothing, type RouteDeclaration } from '@signalbox/kit';
import { Type } from 'typebox';
import { pipelineFailures, takesIdempotencyKey } from './pipeline-failures.ts';

const base = { method: 'get', path: '/things', summary: 'For tests', permission: 'public', answers: {}, failures: [] } as const;
const change = { method: 'post', path: '/api/admin/things', permission: 'authenticated', events: [featureCreated] } as const;

const always = ['InternalError', 'TooEarlyError', 'UnavailableError'];
const ofCallers = ['AuthenticationRequired', 'NoAccessError'];
const ofChanges = ['BadRequestError', 'IdempotencyKeyReusedError', 'MaintenanceModeError'];

const cases: readonly (readonly [string, Partial<RouteDeclaration>, readonly string[]])[] = [
  ['anything at all', {}, always],
  ['a permission', { permission: 'ADMIN' }, [...ofCallers, 'ValidationError', ...always]],
  ['a parameter in the path', { path: '/things/:id' }, ['BadRequestError', 'ValidationError', ...always]],
  ['a public project', { path: '/things/:projectId' }, ['BadRequestError', 'ValidationError', ...always]],
  [
    'a project that may be hidden',
    { path: '/things/:projectId', permission: 'authenticated' },
    [...ofCallers, 'NotFoundError', 'BadRequestError', 'ValidationError', ...always],
  ],
  ['a query', { query: Type.Object({}) }, ['ValidationError', ...always]],
  [
    'a body',
    { method: 'post', body: Type.Object({}), ...changesNothing },
    ['BadRequestError', 'ValidationError', 'ContentTooLarge', 'ContentTypeError', ...always],
  ],
  ['a change', change, [...ofCallers, ...ofChanges, ...always]],
  [
    'a change in units of work of its own',
    { ...change, transaction: { none: 'for tests' } },
    [...ofCallers, 'BadRequestError', 'IdempotencyKeyReusedError', 'ConflictError', 'MaintenanceModeError', ...always],
  ],
  [
    'a change without events in units of work of its own',
    { ...change, events: { none: 'for tests' }, transaction: { none: 'for tests' } },
    [...ofCallers, 'BadRequestError', 'IdempotencyKeyReusedError', 'ConflictError', 'MaintenanceModeError', ...always],
  ],
  ['a change that only reads', { ...change, ...changesNothing }, [...ofCallers, ...always]],
  [
    'a change that maintenance lets through',
    { ...change, maintenance: 'through' },
    [...ofCallers, 'BadRequestError', 'IdempotencyKeyReusedError', ...always],
  ],
];

describe('pipelineFailures', () => {
  for (const [title, declaration, failures] of cases) {
    it(`derives failures from ${title}`, () => deepEqual(pipelineFailures({ ...base, ...declaration }), failures));
  }

  it('includes the failures of Idempotency-Key if an authenticated caller changes a database', () => {
    equal(takesIdempotencyKey({ ...base, ...change }), true);
    equal(takesIdempotencyKey({ ...base, ...change, permission: 'public' }), false);
    equal(takesIdempotencyKey({ ...base, ...change, transaction: { none: 'for tests' } }), true);
    equal(takesIdempotencyKey({ ...base, ...change, transaction: { none: 'for tests', repetitions: 'refused' } }), false);
    equal(takesIdempotencyKey({ ...base, ...change, ...changesNothing }), false);
    equal(takesIdempotencyKey(base), false);
  });
});
