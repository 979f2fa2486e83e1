import { Type, type Static } from 'typebox';

/** The user who created a feature, under the name of that time. */
export const Creator = Type.Object({ id: Type.Integer(), name: Type.String() });
export type Creator = Static<typeof Creator>;

/** Null for what an API token or the product itself created. Features are older than the names of their creators. */
export const serializeCreator = (id: number | null | undefined, name: string | null | undefined): Creator | null =>
  id === null || id === undefined ? null : { id, name: name ?? `User ${id}` };
