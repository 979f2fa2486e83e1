import type { Static, TObject } from 'typebox';

/** Properties of an object that its schema declares. For objects that are stored as they are, because a body may contain more. */
export function declared<Schema extends TObject>({ properties }: Schema, value: Static<Schema>): Static<Schema> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name))) as Static<Schema>;
}
