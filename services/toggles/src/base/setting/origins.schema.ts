import { Type, type Static } from 'typebox';

export const Origins = Type.Object({ frontendApiOrigins: Type.Array(Type.String()) });
export type Origins = Static<typeof Origins>;
