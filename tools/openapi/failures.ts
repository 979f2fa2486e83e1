import { type FailureName, failureStatuses } from '../../packages/contracts/src/index.ts';
import type { Schema } from './schema.ts';

/** Meaning of each failure, for API users. */
const meanings: Readonly<Record<FailureName, string>> = {
  ValidationError:
    'The request does not match its schema, or its body is not valid JSON or YAML. The message names the first invalid property, `details` lists them all.',
  BadDataError: 'The request matches its schema, but a value is not valid, or a resource is in the wrong state.',
  BadRequestError: 'The path, a header or a form of the request is malformed or not supported.',
  PatternError: 'The name does not match the naming pattern of the project.',
  MinimumOneEnvironmentError: 'At least one environment must remain.',
  OwaspValidationError: 'The password is too weak.',
  PasswordUndefinedError: 'A password is required.',
  RoleInUseError: 'The role is still assigned.',
  AuthenticationRequired: 'The credentials are missing or not valid.',
  NoAccessError: 'The credentials are valid, but a permission is missing. `permissions` lists sufficient permissions.',
  InvalidOperationError: 'The state of the resource does not allow this operation.',
  OperationDeniedError: 'The operation would exceed a limit, or is not available to this caller or on this route.',
  StepUpRequired: 'The operation requires step-up authentication first: see POST /api/admin/user/step-up.',
  ForbiddenError: 'The operation is not allowed for this caller or this target.',
  IncompatibleProjectError: 'The target project lacks an environment that the feature uses.',
  UsedTokenError: 'The token has been used before.',
  NotFoundError: 'The resource does not exist, or the caller may not see it.',
  NotImplementedError: 'The operation is not supported.',
  RequestTimeoutError: 'The request did not arrive in time.',
  ConflictError: 'The request conflicts with the state of the resource, or matches several resources.',
  NameExistsError: 'The name is already in use.',
  PlanChanged: 'The plan is no longer the expected one. The body contains the new plan.',
  OwnedByAnother: 'An object belongs to another set of documents.',
  FeatureHasTagError: 'The feature already has this tag.',
  SegmentInUseError: 'The segment is still in use.',
  ProjectWithoutOwnerError: 'A project must keep an owner.',
  PreconditionFailedError: 'The resource has changed since the version named in `If-Match`.',
  ContentTooLarge: 'The body is larger than this operation accepts.',
  ContentTypeError: 'The media type of the body is not supported.',
  DisabledError: 'This way of logging in is disabled.',
  IdempotencyKeyReusedError: 'The `Idempotency-Key` was already used for a different request.',
  TooEarlyError: 'The revision in `If-Min-Revision`, or a recent change of the caller, has not arrived here yet. Try again.',
  RateLimitError: 'Too many requests. Try again after `Retry-After` seconds.',
  HeadersTooLargeError: 'The request line and the headers are too large.',
  InternalError: 'Something went wrong on the server. Quote the `id` when reporting it.',
  UnavailableError: 'A component that this operation needs is unavailable. Try again after `Retry-After` seconds.',
  MaintenanceModeError: 'The instance is in maintenance mode and rejects changes.',
};

/** The body of every failure. */
export const failureSchema: Schema = {
  type: 'object',
  required: ['id', 'name', 'message', 'details'],
  properties: {
    id: { type: 'string', description: 'Identifies this occurrence. The log contains the same id.' },
    name: { enum: Object.keys(failureStatuses), description: 'The kind of failure.' },
    message: { type: 'string', description: 'One sentence that describes the failure.' },
    details: { type: 'array', items: { $ref: '#/components/schemas/FailureDetail' } },
    permissions: { type: 'array', items: { type: 'string' }, description: 'With `NoAccessError`: any one of these is sufficient.' },
  },
};

/** One error in a request. */
export const failureDetailSchema: Schema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    description: { type: 'string' },
    path: { type: 'string', description: 'Location in the request, with slashes between the levels: `parameters/rollout`.' },
    validationErrors: { type: 'array', items: { type: 'string' } },
  },
};

/** The response of every failed operation. `x-failures` of an operation lists its possible names. */
export const failureResponse = {
  description: [
    'The request failed. `x-failures` of the operation lists the failures that it may return:',
    Object.entries(failureStatuses)
      .map(([name, status]) => `- ${status} \`${name}\`: ${meanings[name as FailureName]}`)
      .join('\n'),
    '`Retry-After` is sent with 425, 429 and 503.',
  ].join('\n\n'),
  'x-statuses': failureStatuses,
  headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

/** The names of an operation's failures, ordered by status. */
export const failureNames = (names: readonly FailureName[]): FailureName[] =>
  [...new Set(names)].sort((one, other) => failureStatuses[one] - failureStatuses[other] || (one < other ? -1 : 1));
