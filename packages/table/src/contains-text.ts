import { type Expression, sql, type SqlBool } from 'kysely';

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Condition that a text contains `part`, ignoring case and without wildcards. `lcase` folds all alphabets. `lower` is faster on SQLite, but
 * folds only ASCII there.
 */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  const fold = sql.raw(isAscii(part) ? 'lower' : 'lcase');
  return sql<SqlBool>`instr(${fold}(${text}), ${fold}(${part})) > 0`;
}
