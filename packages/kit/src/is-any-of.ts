import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** Whether a text of a database is one of these; it is none of no texts, for which SQL has no list. */
export function isAnyOf(text: Expression<string | null>, texts: readonly string[] | 'all'): RawBuilder<SqlBool> {
  if (texts === 'all') return sql<SqlBool>`1 = 1`;
  return texts.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${text} in (${sql.join(texts)})`;
}
