import { chunksOf } from '@signalbox/kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { scimReply } from './provisioner.ts';
import type { ScimFilter } from './scim-filter.ts';

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Metadata of all resources (RFC 7643 §3.1). */
export const ScimMeta = Type.Object({ resourceType: Type.String(), created: Type.String(), location: Type.String() });

const maxCount = 200;
/** No instance has more users, so later pages are empty. */
const maxIndex = 2 ** 31 - 1;

/** Parameters of lists (RFC 7644 §3.4.2). Sorting and attribute selection have no effect. */
export const scimListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 1000, description: 'A filter of RFC 7644 §3.4.2.2. Names and values ignore case.' })),
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

/** Candidates are read in chunks, so that a filter needs little memory. */
const chunk = 500;

/**
 * Page of the ids of the resources that match the filter in one of their notations, and their total. The database only selects the candidates; the filter itself runs
 * here, so that it means the same in all databases.
 */
export async function matchingPage(
  candidates: readonly number[],
  filter: ScimFilter,
  { startIndex, count }: ReturnType<typeof pageOf>,
  read: (ids: readonly number[]) => Promise<readonly { readonly id: number; readonly notations: readonly object[] }[]>,
): Promise<{ ids: number[]; total: number }> {
  const matching: number[] = [];
  for (const ids of chunksOf(candidates, chunk))
    for (const { id, notations } of await read(ids)) if (notations.some((each) => filter.matches(each))) matching.push(id);
  return { ids: matching.slice(startIndex - 1, startIndex - 1 + count), total: matching.length };
}

/** Condition that selects the rows whose column may equal the lower-case value. Databases lower only ASCII alike. */
export const mayEqual = (column: string, value: string): RawBuilder<SqlBool> =>
  /^[\x20-\x7e]*$/.test(value) ? sql<SqlBool>`lower(${sql.ref(column)}) = ${value}` : sql<SqlBool>`${sql.ref(column)} is not null`;
