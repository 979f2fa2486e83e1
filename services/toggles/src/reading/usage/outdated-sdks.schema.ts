import { type Static, Type } from 'typebox';

export const OutdatedSdks = Type.Object({
  sdks: Type.Array(Type.Object({ sdkVersion: Type.String(), applications: Type.Array(Type.String()) })),
});
export type OutdatedSdks = Static<typeof OutdatedSdks>;
