import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Answer, eventually, testEnvironment } from '@signalbox/testing';
import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import {
  isInstalled,
  type PrivateServer,
  type RedisGroup,
  startPrivateMysql,
  startPrivateRabbit,
  startPrivateRedis,
  startRedisCluster,
  startSentinels,
} from '@signalbox/testing/servers';
import { features, openProductOn, type ProductOn } from './product-on.fixture.ts';

const timeoutMs = 2000;

/** Refusals must be fast and have a Retry-After header. */
async function isRefusedSoon(call: () => Promise<Answer>, limitMs = timeoutMs): Promise<void> {
  const begun = Date.now();
  const { status, headers, body } = await call();
  const tookMs = Date.now() - begun;
  deepEqual([status, body.name], [503, 'UnavailableError']);
  ok(headers['retry-after'] !== undefined);
  ok(tookMs < limitMs, `took ${tookMs} ms`);
}

const create = ({ admin }: ProductOn, name: string, key?: string) =>
  admin.post(features, { name }, key === undefined ? {} : { headers: { 'idempotency-key': key } });

if (testEnvironment.way === 'distributed') {
  describe('a product without its database', () => {
    let server: PrivateServer;
    let product: ProductOn;
    before(async function () {
      if (!isInstalled('mysql')) this.skip();
      server = await startPrivateMysql();
      product = await openProductOn({ DATABASE_URL: server.url });
      equal((await create(product, 'before')).status, 201);
      await eventually(async () => (await product.application.get('/api/client/features')).body.features.length === 1);
    });
    after(async () => {
      await product?.close();
      await server?.close();
    });

    const servesApplications = async () => equal((await product.application.get('/api/client/features')).body.features.length, 1);
    const recovers = async (name: string) => {
      await eventually(async () => equal((await create(product, name, name)).status, 201));
      await eventually(async () => (await product.admin.get(features)).status === 200);
    };

    it('refuses reads and writes with 503 quickly if nothing listens, and continues to serve applications', async () => {
      await server.stop();
      for (let round = 0; round < 3; round += 1) {
        await isRefusedSoon(() => product.admin.get(features));
        await isRefusedSoon(() => create(product, 'refused'));
        await isRefusedSoon(() => product.unknownToken.get(features));
        await servesApplications();
      }
      await server.start();
      await recovers('after-absence');
    });

    describe('a database that never responds', () => {
      before(async () => {
        await eventually(async () => equal((await product.admin.get('/api/admin/events')).status, 200));
        // Wait until the last writes have reached applications: the number of features no longer changes.
        const { length } = (await product.admin.get(features)).body.features;
        await eventually(async () => equal((await product.application.get('/api/client/features')).body.features.length, length));
      });

      it('causes fast refusals of reads and writes with 503, even for many requests, and no effect on applications', async () => {
        const seen = (await product.application.get('/api/client/features')).body.features.length;
        server.freeze();
        try {
          for (let round = 0; round < 2; round += 1) {
            await isRefusedSoon(() => product.admin.get(features));
            await isRefusedSoon(() => create(product, 'frozen'));
          }
          const before = process.memoryUsage().heapUsed;
          const pile = Array.from({ length: 300 }, (_, index) =>
            isRefusedSoon(() => (index % 2 === 0 ? product.admin.get(features) : create(product, `pile-${index}`)), 2 * timeoutMs),
          );
          equal((await product.application.get('/api/client/features')).body.features.length, seen);
          const refused = await Promise.allSettled(pile);
          deepEqual(
            refused.filter(({ status }) => status === 'rejected'),
            [],
          );
          ok(process.memoryUsage().heapUsed - before < 100_000_000);
        } finally {
          server.thaw();
        }
        await recovers('after-frost');
      });
    });
  });
}

if (testEnvironment.way === 'distributed') {
  /** RabbitMQ 3.10 writes the directory of its quorum queues with a delay; newer queues do not survive SIGKILL. */
  const directoryWrittenMs = 5000;

  describe('a product without its message broker', () => {
    let server: PrivateServer;
    let product: ProductOn;
    before(async function () {
      if (!isInstalled('rabbit')) this.skip();
      server = await startPrivateRabbit();
      product = await openProductOn({ BUS_URL: server.url });
      const declaredAt = Date.now();
      await eventually(() => Date.now() - declaredAt > directoryWrittenMs, 2 * directoryWrittenMs);
    });
    after(async () => {
      await product?.close();
      await server?.close();
    });

    it('accepts logins and writes, and delivers their events to audit afterwards', async () => {
      const recorded = async (): Promise<string[]> => {
        const { body } = await product.admin.get('/api/admin/events?project=default');
        return body.events
          .filter(({ type }: { type: string }) => type === 'feature-created')
          .map(({ featureName }: { featureName: string }) => featureName);
      };
      equal((await create(product, 'before')).status, 201);
      await eventually(async () => deepEqual(await recorded(), ['before']));
      await server.stop();
      equal(await product.logIn(), 200);
      const names = Array.from({ length: 10 }, (_, index) => `without-${index}`);
      for (const name of names) equal((await create(product, name)).status, 201);
      deepEqual(await recorded(), ['before']);
      await server.start();
      await eventually(async () => deepEqual((await recorded()).toReversed(), ['before', ...names]));
      await eventually(async () => (await product.application.get('/api/client/features')).body.features.length === 11);
    });
  });
}

if (testEnvironment.way === 'distributed') {
  describe('a product without its cache', () => {
    let server: PrivateServer;
    let product: ProductOn;
    before(async function () {
      if (!isInstalled('redis')) this.skip();
      server = await startPrivateRedis();
      product = await openProductOn({ CACHE_URL: server.url });
    });
    after(async () => {
      await product?.close();
      await server?.close();
    });

    const worksSoon = async (name: string) => {
      const begun = Date.now();
      equal(await product.logIn(), 200);
      equal((await create(product, name)).status, 201);
      equal((await product.admin.get(features)).status, 200);
      equal((await product.application.get('/api/client/features')).status, 200);
      ok(Date.now() - begun < 2 * timeoutMs);
    };

    it('works, regardless of whether the cache is gone, frozen or back', async () => {
      await worksSoon('with');
      await server.stop();
      await worksSoon('gone');
      await server.start();
      await worksSoon('back');
      server.freeze();
      try {
        await worksSoon('silent');
      } finally {
        server.thaw();
      }
    });
  });
}

if (testEnvironment.way === 'distributed') {
  /** The URL of a setting that names all these hosts. */
  const together = (urls: readonly string[]) =>
    (urls[0] ?? '').replace(/(?<=@|\/\/)[^/@]+(?=\/|$)/, urls.map((url) => new URL(url).host).join(','));

  describe('a product with two addresses of its message broker', () => {
    let first: FaultProxy;
    let second: FaultProxy;
    let product: ProductOn;
    before(async () => {
      [first, second] = await Promise.all([openFaultProxy(testEnvironment.amqpUrl ?? ''), openFaultProxy(testEnvironment.amqpUrl ?? '')]);
      product = await openProductOn({ BUS_URL: together([first.url, second.url]) });
    });
    after(async () => {
      await product?.close();
      await Promise.all([first?.close(), second?.close()]);
    });

    it('delivers changes over the second address when the first one fails', async () => {
      ok(first.connections > 0);
      equal(second.connections, 0);
      await first.close();
      equal((await create(product, 'after')).status, 201);
      await eventually(async () => {
        const { body } = await product.application.get('/api/client/features');
        deepEqual(
          body.features.map(({ name }: { name: string }) => name),
          ['after'],
        );
      });
      ok(second.connections > 0);
    });
  });

  for (const [title, start] of [
    ['Redis Sentinel', startSentinels],
    ['a Redis Cluster', startRedisCluster],
  ] as const)
    describe(`a product on ${title}`, () => {
      let group: RedisGroup;
      let products: ProductOn[];
      before(async function () {
        if (!isInstalled('redis')) this.skip();
        group = await start();
        const settings = { CACHE_URL: together(group.urls), CACHE_PREFIX: 'two:' };
        products = [await openProductOn(settings), await openProductOn(settings)];
      });
      after(async () => {
        for (const product of products ?? []) await product.close();
        await group?.close();
      });

      const remainingAt = async ({ unknownToken }: ProductOn) =>
        Number((await unknownToken.post('/auth/simple/login', {})).headers['ratelimit-remaining']);
      /** Each process counts for itself while the cache is away. */
      const countTogether = async () => {
        const [one, other] = products as [ProductOn, ProductOn];
        const before = await remainingAt(one);
        return (await remainingAt(other)) === before - 1 && (await remainingAt(one)) === before - 2;
      };

      it('serves logins while the primary is killed, and counts rates together again on the new one', async () => {
        await eventually(countTogether);
        await group.primary.stop();
        for (const product of products) equal(await product.logIn(), 200);
        await eventually(countTogether);
      });
    });
}
