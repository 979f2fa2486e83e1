import { type Constraint, UrlFriendlyName, validator } from '@signalbox/contracts';
import { type EntityManager, Reply, type Settings } from '@signalbox/kit';
import { undeclaredFields } from '../../base/setting/undeclared-fields.ts';
import { ContextField } from './context-field.ts';

const isFieldName = validator(UrlFriendlyName);

/** Whether constraints may name a field that nobody has declared: it must be possible to declare it. */
export const mayBeUndeclared = (settings: Settings, name: string): boolean =>
  settings.get(undeclaredFields) === 'accept' && isFieldName(name);

/** The fields that the constraints name and nobody has declared, by name. */
export async function readUndeclared(em: EntityManager, constraints: readonly Constraint[]): Promise<string[]> {
  const names = new Set(constraints.map(({ contextName }) => contextName));
  if (names.size === 0) return [];
  const declared = await em.find(ContextField, { name: { $in: [...names] } });
  return [...names.difference(new Set(declared.map(({ name }) => name)))].toSorted();
}

/** What routes that take constraints say of their answers. */
export const undeclaredWarning = { 'X-Warning': 'Undeclared context fields in the constraints, if any.' };

/** The answer, with a warning where nobody has declared a field of the constraints. */
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
