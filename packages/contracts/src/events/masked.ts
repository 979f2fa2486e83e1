import { Type } from 'typebox';

/** A secret as events carry it: three asterisks, if at all. Audit keeps events for ever and webhooks pass them on. */
export const MaskedSecret = Type.Optional(Type.Literal('***'));

/** A property that must not be there, because what it held would leave with the event. */
export const Withheld = Type.Optional(Type.Never());
