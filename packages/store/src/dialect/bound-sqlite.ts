import type { AnyEntity, Dictionary, EntityData, LoggingOptions, QueryResult, RawQueryFragment, Transaction } from '@mikro-orm/core';
import { AbstractSqlDriver, type NativeQueryBuilder, SqlitePlatform } from '@mikro-orm/sql';
import { SqliteConnection } from '@mikro-orm/sqlite';
import { CompiledQuery } from 'kysely';

/**
 * Binds the values of the ORM's statements. Its own connection writes them into the text, so that SQLite prepares every statement anew
 * and the cache of prepared statements is of no use.
 */
export class BoundSqliteDriver extends AbstractSqlDriver<SqliteConnection> {
  constructor(config: ConstructorParameters<typeof SqliteConnection>[0]) {
    super(config, new SqlitePlatform(), BoundSqliteConnection, ['kysely', 'better-sqlite3']);
  }
}

class BoundSqliteConnection extends SqliteConnection {
  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[]>(
    query: string | NativeQueryBuilder | RawQueryFragment,
    params: readonly unknown[] | Dictionary = [],
    method: 'all' | 'get' | 'run' = 'all',
    ctx?: Transaction,
    loggerContext?: LoggingOptions,
  ): Promise<T> {
    const { sql, params: values } = typeof query === 'string' ? { sql: query, params } : 'toRaw' in query ? query.toRaw() : query;
    if (!isPlain(sql, values)) return super.execute<T>(query, params, method, ctx, loggerContext);
    await this.ensureConnection();
    const result = await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(sql, values.map(bound)));
    return this.transformRawResult<T>(result, method);
  }
}

/** Statements with more values are rare, and each number of them is a separate statement. SQLite takes 32,766. */
const maxBound = 1000;

/** Whether each `?` stands for one value: identifiers (`??`), fragments of SQL and lists become text. */
function isPlain(sql: string, values: readonly unknown[] | Dictionary): values is readonly unknown[] {
  return (
    Array.isArray(values) && values.length <= maxBound && !sql.includes('??') && !sql.includes(String.raw`\?`) && values.every(isValue)
  );
}

const isValue = (value: unknown): boolean => value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value);

/** The value as the driver takes it. It would bind a number as a float, which a column of text stores as `7.0`. */
function bound(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date) return BigInt(value.getTime());
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}
