import { Type, type Static } from 'typebox';

/** The user who created a feature, with the user name at that time. */
export const Creator = Type.Object({ id: Type.Integer(), name: Type.String() });
export type Creator = Static<typeof Creator>;

/** Null for features that an API token or the product created. Older features have no name of their creator. */
export const serializeCreator = (id: number | null | undefined, name: string | null | undefined): Creator | null =>
  id === null || id === undefined ? null : { id, name: name ?? `User ${id}` };
