import { type Expression, sql, type SqlBool } from 'kysely';

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Whether a text of a database contains `part`, in any case of letters; every character stands for itself. `lcase` knows
 * the letters of all alphabets. `lower` is faster on SQLite, and knows there those of ASCII alone.
 */
export function containsText(text: Expression<string | null>, part: string): Expression<SqlBool> {
  const fold = sql.raw(isAscii(part) ? 'lower' : 'lcase');
  return sql<SqlBool>`instr(${fold}(${text}), ${fold}(${part})) > 0`;
}
