import { DateTime, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { ValuesOf } from '@signalbox/table';
import type { applicationTable } from '../../tables/usage.ts';

const described = {
  appName: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  description: nullable(Type.String()),
  createdBy: nullable(Type.String()),
  url: nullable(Type.String()),
  color: nullable(Type.String()),
  icon: nullable(Type.String()),
};

/** An application that registered or sent counts. Users may describe it. */
export const Application = Type.Object({ ...described, strategies: Type.Array(Type.String()) });

export const DescribedApplication = Type.Object(described);

export const applicationParams = Type.Object({ appName: Type.String() });

/** Search and paging of lists of applications. They are always sorted by name, regardless of `sortBy`. */
export const ApplicationQuery = Type.Object({
  query: Type.Optional(Type.String()),
  offset: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
  sortBy: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.String()),
});
export type ApplicationQuery = Static<typeof ApplicationQuery>;

const maxPerPage = 1000;

export function pageOf({ query = '', offset, limit, sortOrder }: ApplicationQuery) {
  return {
    text: query.trim(),
    offset: positive(offset, 0),
    limit: positive(limit, maxPerPage),
    order: sortOrder === 'desc' ? ('desc' as const) : ('asc' as const),
  };
}

function positive(text: string | undefined, otherwise: number): number {
  const number = Math.trunc(Number(text));
  return number > 0 ? Math.min(number, otherwise || Number.MAX_SAFE_INTEGER) : otherwise;
}

export const serializeApplication = ({
  name,
  createdAt,
  seenAt,
  strategies: _strategies,
  ...described
}: ValuesOf<typeof applicationTable>) => ({
  ...described,
  appName: name,
  createdAt: createdAt.toISOString(),
  updatedAt: seenAt.toISOString(),
});
