import { Type, type Static } from 'typebox';

const maxOperations = 200;

/** A JSON Patch (RFC 6902) without `test`. */
export const JsonPatch = Type.Array(
  Type.Object({
    op: Type.Enum(['add', 'remove', 'replace', 'copy', 'move']),
    path: Type.String(),
    from: Type.Optional(Type.String()),
    value: Type.Optional(Type.Unknown()),
  }),
  { maxItems: maxOperations },
);
export type JsonPatch = Static<typeof JsonPatch>;
