import { exchanges } from '@signalbox/contracts';
import { connect } from 'amqplib';
import { createConnection } from 'mysql2/promise';

/** Drops every schema whose name begins with `prefix`. */
export async function dropSchemas(url: string, prefix: string): Promise<void> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query('select schema_name as name from information_schema.schemata where left(schema_name, ?) = ?', [
      prefix.length,
      prefix,
    ]);
    for (const { name } of rows as { name: string }[]) await connection.query(`drop database \`${name}\``);
  } finally {
    connection.destroy();
  }
}

/**
 * Deletes the durable queues and exchanges under a prefix. A broker reserves files for each quorum queue, so a few hundred forgotten ones
 * prevent it from accepting connections.
 */
export async function deleteQueues(url: string, prefix: string, queues: Iterable<string>): Promise<void> {
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    for (const queue of queues) await channel.deleteQueue(prefix + queue);
    for (const exchange of Object.values(exchanges)) await channel.deleteExchange(prefix + exchange);
  } finally {
    await connection.close();
  }
}
