// Listens to what happens in Signalbox, through RabbitMQ. It needs amqplib (npm install amqplib) and runs with
// BUS_URL=amqp://user:password@host:5672 node consume-events.cjs toggles.feature-created "identity.*"
// /docs/asyncapi.json of a running server describes every event; docs/reference/events.md lists their routing keys.

const { connect } = require('amqplib');

const { BUS_URL = 'amqp://localhost:5672', BUS_PREFIX = '', QUEUE = 'example-consumer' } = process.env;
const exchange = `${BUS_PREFIX}signalbox.events`;
const patterns = process.argv.slice(2);

/** A message may come twice: keep these ids where you keep what you make of them, in one transaction. */
const handled = new Set();

async function main() {
  const connection = await connect(BUS_URL);
  const channel = await connection.createChannel();
  await channel.assertExchange(exchange, 'topic', { durable: true });
  // Durable, so that nothing is missed while nobody listens, and replicated where the broker has several nodes.
  await channel.assertQueue(QUEUE, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  for (const pattern of patterns.length > 0 ? patterns : ['#']) await channel.bindQueue(QUEUE, exchange, pattern);
  await channel.prefetch(50);
  await channel.consume(QUEUE, (message) => {
    if (message === null) return;
    const event = JSON.parse(message.content.toString('utf8'));
    if (!handled.has(event.id)) handle(event);
    handled.add(event.id);
    channel.ack(message);
  });
  console.log(`listening to ${exchange}`);
  const stop = () => connection.close();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function handle({ source, sequence, time, data }) {
  console.log(`${time} ${source} ${sequence}: ${data.createdBy} ${data.type} ${data.project ?? ''} ${data.featureName ?? ''}`.trimEnd());
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
