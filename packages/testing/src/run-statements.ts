import { createConnection } from 'mysql2/promise';

/** Runs statements on a server of MySQL, one after the other, as whoever the URL names. Rejects with the server's refusal. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const connection = await createConnection(url);
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    connection.destroy();
  }
}
