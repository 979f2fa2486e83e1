import type { FailureName } from '@signalbox/contracts';
import { changesNothing, type RouteDeclaration } from '@signalbox/kit';
import type { TSchema } from 'typebox';

/** Failures that the pipeline may produce before or around the handler, so that the route need not declare them. */
export function pipelineFailures(declaration: RouteDeclaration): FailureName[] {
  const { path, permission, body } = declaration;
  const isSecured = permission !== 'public';
  const found: readonly (readonly [boolean, readonly FailureName[]])[] = [
    [isSecured, ['AuthenticationRequired', 'NoAccessError']],
    [isSecured && path.includes('/:projectId'), ['NotFoundError']],
    [path.includes('/:'), ['BadRequestError', 'ValidationError']],
    [querySchemaOf(declaration) !== undefined, ['ValidationError']],
    [body !== undefined, ['BadRequestError', 'ValidationError', 'ContentTooLarge', 'ContentTypeError']],
    [hasEffect(declaration), ['BadRequestError']],
    [takesIdempotencyKey(declaration), ['IdempotencyKeyReusedError']],
    [takesIdempotencyKey(declaration) && declaration.transaction !== undefined, ['ConflictError']],
    [isRefusedInMaintenance(declaration), ['MaintenanceModeError']],
    [true, ['InternalError', 'TooEarlyError', 'UnavailableError']],
  ];
  return [...new Set(found.flatMap(([applies, names]) => (applies ? names : [])))];
}

/** Returns true if a request changes something; only then does an `Idempotency-Key` matter. */
export const hasEffect = ({ method, transaction }: RouteDeclaration): boolean =>
  method !== 'get' && transaction !== changesNothing.transaction;

/** Returns true if maintenance mode refuses the route. */
export const isRefusedInMaintenance = (declaration: RouteDeclaration): boolean =>
  hasEffect(declaration) && declaration.maintenance !== 'through';

/** Returns true if requests with the same `Idempotency-Key` have one effect. Anonymous callers have no keys. */
export const takesIdempotencyKey = (declaration: RouteDeclaration): boolean =>
  hasEffect(declaration) && declaration.permission !== 'public' && declaration.transaction?.repetitions !== 'refused';

/** Returns true if a repetition gets the first response; otherwise it gets 409. */
export const replaysAnswer = (declaration: RouteDeclaration): boolean =>
  takesIdempotencyKey(declaration) && (!declaration.transaction || declaration.transaction.repetitions === 'replayed');

const noParameters: TSchema = {};

/** Schema of the query. Admin routes reject unknown parameters; public and SDK routes accept any. */
export function querySchemaOf({ method, query, permission }: RouteDeclaration): TSchema | undefined {
  const isForAnyone = permission === 'public' || permission === 'CLIENT' || permission === 'FRONTEND';
  return query ?? (method === 'get' && !isForAnyone ? noParameters : undefined);
}
