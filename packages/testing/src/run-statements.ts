import { createConnection } from 'mysql2/promise';

/** Runs statements on a MySQL server, one after the other, as the user of the URL. Rejects with the server's error. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const connection = await createConnection(url);
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    connection.destroy();
  }
}
