import type { RouteDeclaration } from '@signalbox/kit';
import type { TSchema } from 'typebox';

const noParameters: TSchema = {};

/** What administers is told of a parameter that would do nothing. Pages and programs may be asked for with any. */
export function querySchemaOf({ method, query, permission }: RouteDeclaration): TSchema | undefined {
  const isForAnyone = permission === 'public' || permission === 'CLIENT' || permission === 'FRONTEND';
  return query ?? (method === 'get' && !isForAnyone ? noParameters : undefined);
}
