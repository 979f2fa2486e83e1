import { Type } from 'typebox';

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** What is said of every resource (RFC 7643 §3.1). */
export const ScimMeta = Type.Object({ resourceType: Type.String(), created: Type.String(), location: Type.String() });

const maxCount = 200;

/** What lists take (RFC 7644 §3.4.2). What they are to sort by, or to leave out, changes nothing. */
export const scimListQuery = (filters: string) =>
  Type.Object({
    filter: Type.Optional(Type.String({ maxLength: 1000, description: filters })),
    startIndex: Type.Optional(Type.Integer({ default: 1 })),
    count: Type.Optional(Type.Integer({ default: 100 })),
    attributes: Type.Optional(Type.String()),
    excludedAttributes: Type.Optional(Type.String()),
    sortBy: Type.Optional(Type.String()),
    sortOrder: Type.Optional(Type.String()),
  });

/** The page that is wanted, within bounds; the first index is 1. */
export const pageOf = ({ startIndex = 1, count = maxCount }: { startIndex?: number; count?: number }) => ({
  startIndex: Math.max(1, startIndex),
  count: Math.min(maxCount, Math.max(0, count)),
});
