import type { FailureName } from '@signalbox/contracts';
import type { RouteDeclaration } from '@signalbox/kit';
import { isRefusedInMaintenance } from './admit.ts';
import { querySchemaOf } from './query-schema.ts';

/** What may refuse a request before its handler sees it, or around it: every failure that a route need not declare. */
export function pipelineFailures(declaration: RouteDeclaration): FailureName[] {
  const { path, permission, body } = declaration;
  const isSecured = permission !== 'public';
  const found: readonly (readonly [boolean, readonly FailureName[]])[] = [
    [isSecured, ['AuthenticationRequired', 'NoAccessError']],
    [isSecured && path.includes('/:projectId'), ['NotFoundError']],
    [path.includes('/:'), ['BadRequestError', 'ValidationError']],
    [querySchemaOf(declaration) !== undefined, ['ValidationError']],
    [body !== undefined, ['BadRequestError', 'ValidationError', 'ContentTooLarge', 'ContentTypeError']],
    [takesIdempotencyKey(declaration), ['BadRequestError', 'IdempotencyKeyReusedError']],
    [isRefusedInMaintenance(declaration), ['MaintenanceModeError']],
    [true, ['InternalError', 'TooEarlyError', 'UnavailableError']],
  ];
  return [...new Set(found.flatMap(([applies, names]) => (applies ? names : [])))];
}

/** Whether a route runs in one unit of work, whose answer is recorded for a repeated request. Anonymous callers have no keys of their own. */
export const takesIdempotencyKey = ({ method, transaction, permission }: RouteDeclaration): boolean =>
  method !== 'get' && !transaction && permission !== 'public';
