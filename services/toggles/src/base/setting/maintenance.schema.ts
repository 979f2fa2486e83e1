import { Type, type Static } from 'typebox';

export const Maintenance = Type.Object({ enabled: Type.Boolean() });
export type Maintenance = Static<typeof Maintenance>;
