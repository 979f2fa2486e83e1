import { deferral } from '@signalbox/table';

type Callback = (error: unknown, result?: unknown) => void;

/** A connection of the MySQL client. */
interface Connection {
  /** Replaces each `?` by its escaped value. */
  format(sql: string, parameters: readonly unknown[]): string;
  /** Executes statements, separated by semicolons. `last` is the last one, before its values were filled in. */
  send(statements: string, last: string, callback: Callback): void;
}

/** More waiting characters are sent at once, because a server limits the size of a message (16 MB by default). */
const maxCharacters = 2_000_000;
const nothingChanged = { affectedRows: 0, insertId: 0 };

/**
 * The statements of one connection. In a transaction, `begin` and deferred statements wait for the next statement and travel with it, which
 * saves a round trip each. The server executes them in order and stops at the first that fails. It receives neither a transaction without
 * statements nor deferred statements that are rolled back.
 */
export class SentTogether {
  readonly #connection: Connection;
  /** In `begun`, the server does not know of the transaction yet: `begin` is the first waiting statement. */
  #transaction: 'none' | 'begun' | 'known' = 'none';
  #waiting: string[] = [];
  #characters = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  query(sql: string, parameters: readonly unknown[], callback: Callback): void {
    if (sql === 'begin') return this.#begin(callback);
    if (sql === 'rollback') this.#waiting.splice(this.#transaction === 'begun' ? 1 : 0);
    if ((sql === 'rollback' || sql === 'commit') && this.#isEmpty()) return this.#forget(callback);
    // Filled in one by one, because a statement without parameters may contain a question mark.
    const statement = this.#connection.format(sql, parameters);
    if (this.#transaction !== 'none' && sql.endsWith(deferral)) return this.#defer(statement, sql, callback);
    this.#send(statement, sql, callback);
    if (sql === 'rollback' || sql === 'commit') this.#transaction = 'none';
  }

  #begin(callback: Callback): void {
    this.#transaction = 'begun';
    this.#waiting = ['begin'];
    this.#characters = 0;
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

  #defer(statement: string, sql: string, callback: Callback): void {
    this.#characters += statement.length;
    if (this.#characters > maxCharacters) return this.#send(statement, sql, callback);
    this.#waiting.push(statement);
    callback(null, nothingChanged);
  }

  #send(statement: string, sql: string, callback: Callback): void {
    const statements = [...this.#waiting, statement];
    this.#waiting = [];
    this.#characters = 0;
    if (this.#transaction === 'begun') this.#transaction = 'known';
    this.#connection.send(statements.join(';\n'), sql, (error, result) =>
      callback(error, statements.length > 1 && Array.isArray(result) ? result.at(-1) : result),
    );
  }
}
