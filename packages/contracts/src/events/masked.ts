import { Type } from 'typebox';

/** A secret in an event: three asterisks, if present. Audit stores events for ever, and webhooks forward them. */
export const MaskedSecret = Type.Optional(Type.Literal('***'));

/** A property that must be absent, because events must not contain its value. */
export const Withheld = Type.Optional(Type.Never());
