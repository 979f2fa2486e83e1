import { Failure } from '@signalbox/contracts';
import { type TSchema, Type } from 'typebox';
import { scimReply } from './provisioner.ts';

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Metadata of all resources (RFC 7643 §3.1). */
export const ScimMeta = Type.Object({ resourceType: Type.String(), created: Type.String(), location: Type.String() });

const maxCount = 200;
/** No instance has more users, so later pages are empty. */
const maxIndex = 2 ** 31 - 1;

/** Parameters of lists (RFC 7644 §3.4.2). Sorting and attribute selection have no effect. */
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

/** The requested page, within limits; the first index is 1. */
export const pageOf = ({ startIndex = 1, count = maxCount }: { startIndex?: number; count?: number }) => ({
  startIndex: Math.min(maxIndex, Math.max(1, startIndex)),
  count: Math.min(maxCount, Math.max(0, count)),
});

/** A page of resources (RFC 7644 §3.4.2). */
export const scimListOf = <Resource extends TSchema>(resource: Resource) =>
  Type.Object({
    schemas: Type.Array(Type.String()),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(resource),
  });

/** A page of resources that starts at this index, with the total number. */
export const listReply = <Resource>(Resources: Resource[], { startIndex, total }: { startIndex: number; total: number }) =>
  scimReply({ schemas: [listSchema], totalResults: total, startIndex, itemsPerPage: Resources.length, Resources });

/**
 * Parses a filter into an attribute and the value it must equal; null without a filter. Provisioning clients use equality; throws 400 for
 * any other filter (RFC 7644 §3.4.2.2).
 */
export function readFilter<Attribute extends string>(
  filter: string | undefined,
  attributes: readonly Attribute[],
): { readonly by: Attribute; readonly value: string } | null {
  if (!filter) return null;
  const [, name = '', text = ''] = /^\s*(\w+)\s+eq\s+"((?:[^"\\]|\\["\\/])*)"\s*$/i.exec(filter) ?? [];
  const by = attributes.find((attribute) => attribute.toLowerCase() === name.toLowerCase());
  if (by !== undefined) return { by, value: text.replaceAll(/\\(.)/g, '$1') };
  const known = attributes.map((attribute) => `${attribute} eq "..."`).join(' or ');
  throw new Failure('BadDataError', `filter must be ${known}.`, { extra: { scimType: 'invalidFilter' } });
}
