import { batchable, deferral, later } from '@signalbox/table';
import type { QueryResult } from 'kysely';
import { fillStatement } from './fill-statement.ts';

type Callback = (error: unknown, result?: unknown) => void;

/** Executes statements, separated by semicolons. `last` is the last one, before its values were filled in. */
type Send = (statements: string, last: string, callback: Callback) => void;

/** A statement that waits to be sent. The result of a deferred one is not needed. */
interface Waiting {
  readonly statement: string;
  readonly sql: string;
  readonly callback?: Callback;
}

/** More waiting characters are sent at once, because a server limits the size of a message (16 MB by default). */
const maxCharacters = 2_000_000;
const nothingChanged = { affectedRows: 0, insertId: 0 };

/**
 * The statements of one connection. In a transaction, several travel in one message, which saves a round trip each:
 * - `begin` and deferred statements wait for another statement, or for the commit.
 * - Batchable statements wait for others of the same turn. The query builder executes one statement at a time, so it gets empty rows
 *   at once, with the promise of the result.
 *
 * The server executes a message in order and stops at the first statement that fails; then all of the message reject. It receives neither
 * a transaction without statements nor deferred statements that are rolled back.
 */
export class SentTogether {
  readonly #sendText: Send;
  /** In `begun`, the server does not know of the transaction yet: `begin` is the first waiting statement. */
  #transaction: 'none' | 'begun' | 'known' = 'none';
  #waiting: Waiting[] = [];
  #characters = 0;

  constructor(send: Send) {
    this.#sendText = send;
  }

  query(sql: string, parameters: readonly unknown[], callback: Callback): void {
    if (sql === 'begin') return this.#begin(callback);
    const isEnd = sql === 'rollback' || sql === 'commit';
    if (sql === 'rollback') this.#dropDeferred();
    if (isEnd && this.#isEmpty()) return this.#forget(callback);
    // Filled in one by one, because a statement without parameters may contain a question mark.
    const statement = fillStatement(sql, parameters);
    if (this.#transaction === 'none') return this.#sendText(statement, sql, callback);
    if (sql.endsWith(deferral)) return this.#defer({ statement, sql }, callback);
    if (sql.endsWith(batchable)) return this.#batch({ statement, sql }, callback);
    this.#add({ statement, sql, callback });
    this.#send();
    if (isEnd) this.#transaction = 'none';
  }

  #begin(callback: Callback): void {
    this.#transaction = 'begun';
    this.#waiting = [];
    this.#characters = 0;
    this.#add({ statement: 'begin', sql: 'begin' });
    callback(null, nothingChanged);
  }

  #isEmpty(): boolean {
    return this.#transaction === 'begun' && this.#waiting.length === 1;
  }

  #forget(callback: Callback): void {
    this.#transaction = 'none';
    this.#waiting = [];
    callback(null, nothingChanged);
  }

  #defer(waiting: Waiting, callback: Callback): void {
    this.#add(waiting);
    if (this.#characters <= maxCharacters) return callback(null, nothingChanged);
    this.#waiting.splice(-1, 1, { ...waiting, callback });
    this.#send();
  }

  /** Sent once all promises that can continue now have done so. */
  #batch(waiting: Waiting, callback: Callback): void {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>();
    const batched = { ...waiting, callback: (error: unknown, result: unknown) => (error ? reject(error) : resolve(resultOf(result))) };
    this.#add(batched);
    process.nextTick(() => {
      if (this.#waiting.includes(batched)) this.#send();
    });
    callback(null, Object.assign([], { [later]: promise }));
  }

  /** Deferred statements of a transaction that is rolled back need not be executed. */
  #dropDeferred(): void {
    this.#waiting = this.#waiting.filter(({ sql, callback }) => callback !== undefined || sql === 'begin');
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#characters += waiting.statement.length;
  }

  #send(): void {
    const sent = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    if (this.#transaction === 'begun') this.#transaction = 'known';
    const text = sent.map(({ statement }) => statement).join(';\n');
    this.#sendText(text, sent.at(-1)?.sql ?? '', (error, result) => {
      const results: readonly unknown[] = sent.length > 1 && Array.isArray(result) ? result : [result];
      for (const [index, { callback }] of sent.entries()) callback?.(error, results[index]);
    });
  }
}

/** Result in the form of the query builder. */
function resultOf(result: unknown): QueryResult<unknown> {
  if (Array.isArray(result)) return { rows: result };
  const { affectedRows, insertId } = result as typeof nothingChanged;
  return { rows: [], numAffectedRows: BigInt(affectedRows), ...(insertId > 0 && { insertId: BigInt(insertId) }) };
}
