import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Patch } from './patch.ts';

const relay = 'packages/host/src/messaging/relay.ts';
const consume = 'packages/host/src/messaging/consume.ts';
const idempotency = 'packages/host/src/http/idempotency.ts';
const untilMarked = pathToFileURL(join(import.meta.dirname, 'until-marked.ts')).href;

/** Mistakes that the suite has to find, each by the trial that is about it. They are planted into the text of the product as it is read. */
export const bugs = {
  'marks before it publishes': [
    {
      file: relay,
      from: 'const { count, failure } = await publish(this.#runtime, batch);',
      to: `this.#confirmed = batch.at(-1).number;
    await this.#mark(0);
    const { count, failure } = await publish(this.#runtime, batch);`,
    },
  ],
  'acknowledges before it commits': [
    {
      file: consume,
      from: '(messages) => handleBatch(runtime, consumer, messages)',
      // It begins later: what its relay has not marked is published again, and an acknowledgement that has not left by then is none.
      to: `async (messages) => void import('${untilMarked}')
    .then(({ untilMarked }) => untilMarked(runtime.settings, messages))
    .then(() => handleBatch(runtime, consumer, messages))
    .catch(() => 0)`,
    },
  ],
  'keeps no inbox': [
    { file: consume, from: '!known.has(message.id) && ', to: '' },
    { file: consume, from: 'await markHandled(', to: 'await (async () => 0)(' },
  ],
  'waits for no confirms': [
    {
      file: 'packages/bus/src/amqp/amqp-publisher.ts',
      from: '(refusal ? reject(refusal) : resolve()));',
      to: '(refusal ? reject(refusal) : resolve()));\n      resolve();',
    },
  ],
  'gives a failed relay up for minutes': [{ file: relay, from: 'waitMs: () => retryMs', to: 'waitMs: () => 600_000' }],
  'waits for the cache': [
    { file: 'packages/cache/src/redis-cache.ts', from: 'const defaultTimeoutMs = 250;', to: 'const defaultTimeoutMs = 8000;' },
  ],
  'waits for the database': [
    {
      file: 'packages/store/src/dialect/mysql-dialect.ts',
      from: 'acquireTimeoutMs: 700, maxAgeMs',
      to: 'acquireTimeoutMs: 7000, maxAgeMs',
    },
    {
      file: 'packages/store/src/dialect/mysql-dialect.ts',
      from: 'this, this.#limits.statementMs)',
      to: 'this, 7000)',
    },
  ],
  'restores nothing': [{ file: 'services/delivery/src/saved/saved-snapshot.ts', from: 'of stamped.sort(', to: 'of [] || stamped.sort(' }],
  'looks into the outbox seldom': [{ file: relay, from: 'const pollMs = 50;', to: 'const pollMs = 4000;' }],
  'does not compare versions': [
    {
      file: 'services/toggles/src/feature/feature/feature.ts',
      from: 'if (context.ifMatch === null) return;',
      to: 'if (context) return;',
    },
  ],
  'knows no repeated requests': [{ file: idempotency, from: 'if (!key) return null;', to: 'if (http || !key) return null;' }],
  'tries a message for ever': [{ file: consume, from: 'const attemptsPerMessage = 3;', to: 'const attemptsPerMessage = 100_000;' }],
  'forgets a removal': [
    { file: 'packages/replica/src/draft.ts', from: 'for (const name of message.removedFeatures) this.removeFeature(name);', to: '' },
  ],
  'ends at once': [
    {
      file: 'packages/host/src/process/serve-services.ts',
      from: 'await listening.drain(lingerMs);',
      to: 'process.exit(0);',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Patch[]>>;

export type BugName = keyof typeof bugs;
