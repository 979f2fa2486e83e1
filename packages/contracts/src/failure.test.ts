import assert from 'node:assert/strict';
import { Failure, failureOf, failureStatuses } from './failure.ts';

describe('Failure', () => {
  it('responds with id, name, message and one detail', () => {
    const failure = new Failure('NotFoundError', 'feature express-checkout does not exist');
    assert.deepEqual(failure.body('5b1e6a0e-6a44-4f2c-8d6f-0f7c4d1f2a10'), {
      id: '5b1e6a0e-6a44-4f2c-8d6f-0f7c4d1f2a10',
      name: 'NotFoundError',
      message: 'feature express-checkout does not exist',
      details: [{ message: 'feature express-checkout does not exist', description: 'feature express-checkout does not exist' }],
    });
  });

  it('responds with its details and extra properties', () => {
    const details = [{ path: 'parameters/rollout', message: 'parameters/rollout must be a string' }];
    const extra = { permissions: ['UPDATE_FEATURE'] };
    const body = new Failure('NoAccessError', 'may not', { details, extra }).body('one');
    assert.deepEqual(body, { id: 'one', name: 'NoAccessError', message: 'may not', details, permissions: ['UPDATE_FEATURE'] });
  });

  it('includes its path in the single detail', () => {
    const { details } = new Failure('BadDataError', 'weight is too large', { path: 'variants/0/weight' }).body('one');
    assert.deepEqual(details, [{ path: 'variants/0/weight', message: 'weight is too large', description: 'weight is too large' }]);
  });

  it('does not expose its cause', () => {
    const cause = new Error('the disk is full');
    const failure = new Failure('UnavailableError', 'the store does not answer', { cause });
    assert.equal(failure.cause, cause);
    assert.equal(JSON.stringify(failure.body('one')).includes('disk'), false);
  });

  it('is returned unchanged by failureOf, which hides the text of any other error', () => {
    const refusal = new Failure('NotFoundError', 'there is no such feature');
    assert.equal(failureOf(refusal), refusal);
    const bug = new TypeError('x is not a function');
    const failure = failureOf(bug);
    assert.deepEqual([failure.status, failure.name, failure.cause], [500, 'InternalError', bug]);
    assert.equal(failure.message.includes('function'), false);
  });

  it('is an error with a status and an optional delay', () => {
    const failure = new Failure('UnavailableError', 'the store does not answer', { retryAfterSeconds: 2 });
    assert.ok(failure instanceof Error);
    assert.deepEqual([failure.status, failure.retryAfterSeconds], [503, 2]);
    assert.equal(new Failure('RateLimitError', 'too many').retryAfterSeconds, undefined);
  });
});

describe('the table of failures', () => {
  const byStatus: Record<number, string[]> = {
    400: [
      'BadDataError',
      'BadRequestError',
      'MinimumOneEnvironmentError',
      'OwaspValidationError',
      'PasswordUndefinedError',
      'PatternError',
      'RoleInUseError',
      'ValidationError',
    ],
    401: ['AuthenticationRequired'],
    403: [
      'ForbiddenError',
      'IncompatibleProjectError',
      'InvalidOperationError',
      'NoAccessError',
      'OperationDeniedError',
      'StepUpRequired',
      'UsedTokenError',
    ],
    404: ['NotFoundError'],
    405: ['NotImplementedError'],
    408: ['RequestTimeoutError'],
    409: [
      'ConflictError',
      'FeatureHasTagError',
      'NameExistsError',
      'OwnedByAnother',
      'PlanChanged',
      'ProjectWithoutOwnerError',
      'SegmentInUseError',
    ],
    412: ['PreconditionFailedError'],
    413: ['ContentTooLarge'],
    415: ['ContentTypeError'],
    422: ['DisabledError', 'IdempotencyKeyReusedError'],
    425: ['TooEarlyError'],
    429: ['RateLimitError'],
    431: ['HeadersTooLargeError'],
    500: ['InternalError'],
    503: ['MaintenanceModeError', 'UnavailableError'],
  };

  it('has the status of the wire format for every name', () => {
    const expected = Object.entries(byStatus).flatMap(([status, names]) => names.map((name): [string, number] => [name, Number(status)]));
    assert.deepEqual({ ...failureStatuses }, Object.fromEntries(expected));
  });
});
