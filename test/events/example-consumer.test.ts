import { equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { audit } from '@signalbox/audit';
import { eventually, start, testEnvironment } from '@signalbox/testing';
import { emittedEvent } from '../../services/audit/src/event/emitted-event.fixture.ts';
import { root } from '../../tools/testing/root.ts';

const { amqpUrl } = testEnvironment;

if (amqpUrl !== undefined) {
  describe('the example of a bus consumer', () => {
    it('receives its events once, in order, and ends on a signal', async () => {
      const app = await start([audit]);
      const { prefix, queues } = app.workspace;
      queues.push('example-consumer');
      const settings = {
        NODE_PATH: join(root, 'packages/testing/node_modules'),
        BUS_URL: amqpUrl,
        BUS_PREFIX: prefix,
        QUEUE: `${prefix}example-consumer`,
      };
      const consumer = spawn(process.execPath, [join(root, 'docs/examples/consume-events.cjs'), 'toggles.feature-created'], {
        env: { ...process.env, ...settings },
      });
      const ended = once(consumer, 'exit');
      let printed = '';
      for (const stream of [consumer.stdout, consumer.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString('utf8')));
      try {
        await eventually(async () => match(printed, /listening to/));
        const heard = [1, 2].map((sequence) => emittedEvent(sequence, { featureName: `checkout-${sequence}` }));
        await app.host.bus.publish([...heard, ...heard, emittedEvent(3, { type: 'project-created', featureName: null })]);
        await app.host.bus.publish([emittedEvent(4)]);
        await eventually(async () => match(printed, /checkout\n$/));
        equal(
          printed.split('\n').slice(1, -1).join('\n').replaceAll(/^\S+ /gm, ''),
          [1, 2].map((each) => `/signalbox/toggles ${each}: editor feature-created default checkout-${each}`).join('\n') +
            '\n/signalbox/toggles 4: editor feature-created default checkout',
        );
      } finally {
        consumer.kill('SIGTERM');
        const [code] = await ended;
        await app.close();
        equal(code, 0);
      }
    });
  });
}
