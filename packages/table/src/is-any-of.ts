import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** Condition that the text is one of `texts`; false for an empty list, for which SQL has no syntax. */
export function isAnyOf(text: Expression<string | null>, texts: readonly string[] | 'all'): RawBuilder<SqlBool> {
  if (texts === 'all') return sql<SqlBool>`1 = 1`;
  return texts.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${text} in (${sql.join(texts)})`;
}
