import type { RouteDeclaration } from '@signalbox/kit';
import type { TSchema } from 'typebox';

const noParameters: TSchema = {};

/** Schema of the query. Admin routes reject unknown parameters; public and SDK routes accept any. */
export function querySchemaOf({ method, query, permission }: RouteDeclaration): TSchema | undefined {
  const isForAnyone = permission === 'public' || permission === 'CLIENT' || permission === 'FRONTEND';
  return query ?? (method === 'get' && !isForAnyone ? noParameters : undefined);
}
