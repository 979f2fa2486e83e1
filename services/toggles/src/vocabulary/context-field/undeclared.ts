import { type Constraint, UrlFriendlyName, validator } from '@signalbox/contracts';
import { type EntityManager, Reply, type Settings } from '@signalbox/kit';
import { undeclaredFields } from '../../base/setting/undeclared-fields.ts';
import { ContextField } from './context-field.ts';

const isFieldName = validator(UrlFriendlyName);

/** Returns true if constraints may name an undeclared field: the setting allows it, and the name is valid for a field. */
export const mayBeUndeclared = (settings: Settings, name: string): boolean =>
  settings.get(undeclaredFields) === 'accept' && isFieldName(name);

/** The undeclared fields that the constraints name, by name. */
export async function readUndeclared(em: EntityManager, constraints: readonly Constraint[]): Promise<string[]> {
  const names = new Set(constraints.map(({ contextName }) => contextName));
  if (names.size === 0) return [];
  const declared = await em.find(ContextField, { name: { $in: [...names] } });
  return [...names.difference(new Set(declared.map(({ name }) => name)))].toSorted();
}

/** Response header of routes that accept constraints. */
export const undeclaredWarning = { 'X-Warning': 'Undeclared context fields in the constraints, if any.' };

/** The response, with a warning if the constraints name undeclared fields. */
export async function warned<Body>(
  em: EntityManager,
  body: Body,
  constraints: readonly Constraint[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<Body>> {
  const missing = await readUndeclared(em, constraints);
  const warning = `undeclared context fields: ${missing.join(', ')}`;
  return new Reply(body, { headers: missing.length > 0 ? { ...headers, 'x-warning': warning } : { ...headers } });
}
