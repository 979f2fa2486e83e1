import { nullable } from '@signalbox/contracts';
import { type ReadContext, routeWith } from '@signalbox/kit';
import { containsText, isAnyOf } from '@signalbox/table';
import { type Expression, sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { readIndex } from '../feature-index/read-index.ts';
import { type IndexedFeature, textOf } from '../feature-index/indexed-feature.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { bestOf, rankOf } from './rank.ts';

const kinds = ['feature', 'segment', 'project'] as const;
type Kind = (typeof kinds)[number];

const Query = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Words that must all occur in the name. Features also match by description and tags.',
  }),
  kinds: Type.Optional(
    Type.String({
      pattern: `^(?:${kinds.join('|')})(?:,(?:${kinds.join('|')})){0,${kinds.length - 1}}$`,
      description: 'Kinds to search, separated by commas. Default: all.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Maximum number of results per kind. Default: 8.' })),
});
type Query = Static<typeof Query>;

const FoundOfKind = Type.Object({
  kind: Type.Enum([...kinds]),
  /** The name of a feature, the number of a segment, or the id of a project. */
  id: Type.String(),
  name: Type.String(),
  /** Null for objects outside of projects. */
  project: nullable(Type.String()),
});
type FoundOfKind = Static<typeof FoundOfKind>;

/**
 * Only kinds that this service owns. The console queries identity and change-requests itself, so that an outage of either leaves features
 * searchable.
 */
export const searchKindsRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/search',
    summary: 'Search features, segments and projects by name, best matches first',
    permission: 'authenticated',
    query: Query,
    answers: { 200: Type.Object({ found: Type.Array(FoundOfKind) }) },
    failures: ['ValidationError'],
  },
  ({ query }, context) => searchKinds(context, query),
);

type SearchContext = Pick<ReadContext<IndexState>, 'em' | 'actor' | 'access' | 'state'>;

interface ParsedQuery {
  /** In lower case. */
  readonly words: readonly string[];
  readonly limit: number;
  /** The projects that the caller can see. */
  readonly visible: readonly string[] | 'all';
}

const defaultLimit = 8;

async function searchKinds(context: SearchContext, { q, kinds: requested = kinds.join(','), limit = defaultLimit }: Query) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { found: [] };
  const parsed = { words, limit, visible: context.access.visibleTo(context.actor) };
  const isRequired = (kind: Kind) => requested.split(',').includes(kind);
  const found = [
    ...(isRequired('feature') ? await findFeatures(context, parsed) : []),
    ...(isRequired('segment') ? await findSegments(context, parsed) : []),
    ...(isRequired('project') ? await findProjects(context, parsed) : []),
  ];
  return { found: bestOf(found, rankBy(parsed), found.length) };
}

const rankBy =
  ({ words }: ParsedQuery) =>
  ({ name }: { readonly name: string }): number =>
    rankOf(name.toLowerCase(), words);

async function findFeatures(context: SearchContext, parsed: ParsedQuery): Promise<FoundOfKind[]> {
  const { index } = await readIndex(context);
  const visible = parsed.visible === 'all' ? null : new Set(parsed.visible);
  const [rarest = ''] = parsed.words.toSorted((one, other) => other.length - one.length);
  const isFound = (feature: IndexedFeature): boolean =>
    (visible === null || visible.has(feature.project)) && (parsed.words.length === 1 || holdsAll(textOf(feature), parsed.words));
  const matching = index.select({ order: 'name', archived: false, parts: [rarest] }).filter(isFound);
  const best = bestOf(matching, rankBy(parsed), parsed.limit);
  return best.map(({ name, project }) => ({ kind: 'feature', id: name, name, project }));
}

const holdsAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

async function findSegments({ em }: SearchContext, parsed: ParsedQuery): Promise<FoundOfKind[]> {
  const rows = await tablesOf(em)
    .selectFrom('segment')
    .select(['id', 'name', 'project_id'])
    .where((row) => row.and(parsed.words.map((word) => containsText(row.ref('name'), word))))
    .where((row) => row.or([row('project_id', 'is', null), isAnyOf(row.ref('project_id'), parsed.visible)]))
    .orderBy((row) => whereIn(row.ref('name'), parsed))
    .orderBy('name')
    .limit(maxRead)
    .execute();
  const best = bestOf(rows, rankBy(parsed), parsed.limit);
  return best.map(({ id, name, project_id: project }) => ({ kind: 'segment', id: String(id), name, project }));
}

async function findProjects({ em }: SearchContext, parsed: ParsedQuery): Promise<FoundOfKind[]> {
  const rows = await tablesOf(em)
    .selectFrom('project')
    .select(['id', 'name'])
    .where((row) => row.and(parsed.words.map((word) => row.or([containsText(row.ref('name'), word), containsText(row.ref('id'), word)]))))
    .where((row) => isAnyOf(row.ref('id'), parsed.visible))
    .orderBy((row) => whereIn(row.ref('name'), parsed))
    .orderBy('name')
    .limit(maxRead)
    .execute();
  return bestOf(rows, rankBy(parsed), parsed.limit).map(({ id, name }) => ({ kind: 'project', id, name, project: null }));
}

/** Limit on rows of each kind that are read for ranking. */
const maxRead = 200;

/** Position of the first word in a text, so that matches at the start come first. */
const whereIn = (text: Expression<string>, { words: [first = ''] }: ParsedQuery) => sql<number>`instr(lcase(${text}), ${first})`;
