import { Type } from 'typebox';

/** The result of a check of stored settings. */
export const CheckedSettings = Type.Object({ faults: Type.Array(Type.String()) });
