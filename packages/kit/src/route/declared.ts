import type { Static, TObject } from 'typebox';

/** What of an object its schema declares. A body may hold more, which has no place in what is stored as a whole. */
export function declared<Schema extends TObject>({ properties }: Schema, value: Static<Schema>): Static<Schema> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name))) as Static<Schema>;
}
