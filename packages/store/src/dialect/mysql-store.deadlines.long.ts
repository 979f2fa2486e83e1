import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { testEnvironment } from '@signalbox/testing/environment';
import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { isInstalled, type PrivateServer, startPrivateMysql } from '@signalbox/testing/servers';
import { Kysely, sql } from 'kysely';
import { defaultDatabaseLimits } from '../location.ts';
import { fixedMysqlLimits, openMysql } from './mysql-dialect.ts';
import { openStore } from './open-store.ts';
import { failureOf, Item, item, itemSchema } from '../store.fixture.ts';
import { faultOf, type Store, type StoreTimeout } from '../store.ts';

const limitMs = 2000;

if (testEnvironment.way === 'distributed') {
  describe('store on a faulty MySQL server', () => {
    let server: PrivateServer;
    let store: Store;
    let watcher: Store;
    before(async function () {
      if (!isInstalled('mysql')) this.skip();
      server = await startPrivateMysql();
      store = await open();
      await store.migrate();
      watcher = await open();
    });
    after(async () => {
      await watcher?.close();
      await store?.close();
      await server?.close();
    });
    afterEach(() => {
      server.thaw();
      return answers(store);
    });

    /** Resolves when the server is frozen, since the signal takes effect with a delay. */
    const freeze = async () => {
      server.freeze();
      await eventually(() =>
        watcher.ping().then(
          () => false,
          () => true,
        ),
      );
    };
    const open = () => openStore(server.url, { service: 'items', prefix: 'bad_', dataDir: '' }, itemSchema);

    it('abandons a statement after its deadline, with its connection', async () => {
      const connection = async () => (await store.reader().execute<{ id: number }[]>('select connection_id() as id'))[0]?.id;
      const before = await connection();
      const failure = await within(limitMs, store.reader().execute('select sleep(10)'));
      equal((failure as StoreTimeout).code, 'STORE_TIMEOUT');
      equal(faultOf(failure), 'unavailable');
      notEqual(await connection(), before);
    });

    it('ends an abandoned statement on the server, too', async () => {
      const busy = 'select benchmark(100000000000, sha2(1, 256))';
      equal(faultOf(await failureOf(store.reader().execute(busy))), 'unavailable');
      const running = () => watcher.reader().execute(`select id from information_schema.processlist where info = '${busy}'`);
      await eventually(async () => deepEqual(await running(), []), limitMs);
    });

    it('is unavailable when the server abandons a statement first', async () => {
      const [{ version } = { version: '' }] = await store.reader().execute<{ version: string }[]>('select version() as version');
      const rows = 'select count(*) from information_schema.columns a, information_schema.columns b, information_schema.columns c';
      const limited = version.includes('MariaDB')
        ? `set statement max_statement_time = 0.05 for ${rows}`
        : rows.replace('select', 'select /*+ max_execution_time(50) */');
      equal(faultOf(await failureOf(store.reader().execute(limited))), 'unavailable');
    });

    it('rolls back when a statement of a transaction is abandoned', async () => {
      const work = store.transaction(async (em) => {
        em.create(Item, item('halfway'));
        await em.flush();
        await em.execute('select sleep(10)');
      });
      equal(faultOf(await within(limitMs, work)), 'unavailable');
      await eventually(async () => store.transaction(async (em) => void em.create(Item, item('halfway'))));
      equal(await store.reader().count(Item, { name: 'halfway' }), 1);
    });

    it('fails all requests within two seconds while the server is frozen', async () => {
      await Promise.all(Array.from({ length: 10 }, () => store.ping()));
      await freeze();
      const begin = performance.now();
      const requests = [
        ...Array.from({ length: 250 }, () => failureOf(store.ping())),
        failureOf(store.reader().count(Item)),
        failureOf(store.transaction(async (em) => void em.create(Item, item('frozen')))),
      ];
      const failures = await Promise.all(requests);
      equal(performance.now() - begin < limitMs, true, `it took ${performance.now() - begin} ms`);
      deepEqual(new Set(failures.map(faultOf)), new Set(['unavailable']));
      const sentAway = failures.filter((failure) => /queue limit/i.test(String(failure))).length;
      equal(sentAway, requests.length - defaultDatabaseLimits.connections - fixedMysqlLimits.waiters);
    });

    it('abandons a transaction within two seconds when the server freezes halfway', async () => {
      let begin = 0;
      const work = store.transaction(async (em) => {
        em.create(Item, item('interrupted'));
        await em.flush();
        await freeze();
        begin = performance.now();
      });
      equal(faultOf(await failureOf(work)), 'unavailable');
      equal(performance.now() - begin < limitMs, true, `it took ${performance.now() - begin} ms`);
    });

    it('works again when the server thaws', async () => {
      await freeze();
      equal(faultOf(await failureOf(store.ping())), 'unavailable');
      server.thaw();
      await answers(store);
      await store.transaction(async (em) => void em.create(Item, item('thawed')));
    });

    it("stores backslashes unchanged and truncates nothing, whatever the server's default modes are", async () => {
      const modes = await watcher.reader().execute<{ modes: string }[]>('select @@global.sql_mode as modes');
      await watcher.reader().execute("set global sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
      const other = await open();
      const note = "\\' or 1 = 1 -- \\\\ \\n";
      await other.transaction(async (em) => void em.create(Item, { ...item('escaped'), note }));
      equal((await store.reader().findOneOrFail(Item, { name: 'escaped' })).note, note);
      equal(await other.reader().count(Item, { name: "nothing\\' or '1' = '1" }), 0);
      const tooLong = other.transaction(async (em) => void em.create(Item, item('x'.repeat(101))));
      equal(((await failureOf(tooLong)) as { code?: string }).code, 'ER_DATA_TOO_LONG');
      await other.close();
      await watcher.reader().execute('set global sql_mode = ?', [modes[0]?.modes]);
    });

    it('fails to open on a frozen server, in time', async () => {
      await freeze();
      equal(faultOf(await within(limitMs + 500, open())), 'unavailable');
    });

    it('closes on a frozen server as well', async () => {
      const other = await open();
      await Promise.all(Array.from({ length: 5 }, () => other.ping()));
      await freeze();
      const begin = performance.now();
      await other.close();
      equal(performance.now() - begin < limitMs, true, `it took ${performance.now() - begin} ms`);
    });

    it('fails at once on a stopped server, and works when it is back', async () => {
      await server.stop();
      equal(faultOf(await within(500, eventuallyRefused(store))), 'unavailable');
      equal(faultOf(await failureOf(open())), 'unavailable');
      await server.start();
      await answers(store);
    });
  });

  describe('store on a MySQL server whose name resolves to another one', () => {
    const servers: PrivateServer[] = [];
    let proxy: FaultProxy;
    const open = (url: string, limits = defaultDatabaseLimits) =>
      openStore(url, { service: 'items', prefix: 'moved_', dataDir: '', limits }, itemSchema);
    /** A server whose `read_only` applies to this user. */
    const startServer = async () => {
      const server = await startPrivateMysql({ isDurable: false });
      servers.push(server);
      const root = await open(server.url);
      await root.migrate();
      await root.reader().execute("create user product@'%' identified by 'product'");
      await root.reader().execute("grant select, insert, update, delete, create on *.* to product@'%'");
      return { url: Object.assign(new URL(server.url), { username: 'product', password: 'product' }).href, root };
    };
    let [old, next]: Awaited<ReturnType<typeof startServer>>[] = [];
    before(async function () {
      if (!isInstalled('mysql')) this.skip();
      [old, next] = await Promise.all([startServer(), startServer()]);
      proxy = await openFaultProxy(old?.url ?? '');
    });
    beforeEach(async () => {
      proxy.leadTo(old?.url ?? '');
      await old?.root.reader().execute('set global read_only = 0');
    });
    after(async () => {
      await proxy?.close();
      await old?.root.close();
      await next?.root.close();
      await Promise.all(servers.map((server) => server.close()));
    });

    it('leaves a primary that has become read-only, with all its connections', async () => {
      const store = await open(proxy.url);
      await Promise.all(Array.from({ length: 10 }, () => store.reader().execute('select sleep(0.1)')));
      await old?.root.reader().execute('set global read_only = 1');
      const add = (name: string) => store.transaction(async (em) => void em.create(Item, item(name)));
      equal(faultOf(await failureOf(add('early'))), 'unavailable');
      proxy.leadTo(next?.url ?? '');
      const moved = performance.now();
      await eventually(() => add('late'));
      equal(performance.now() - moved < 5000, true);
      const found = await Promise.all(Array.from({ length: 20 }, () => store.reader().count(Item, { name: 'late' })));
      deepEqual(new Set(found), new Set([1]));
      await store.close();
    });

    it("replaces old connections, because the server's name may resolve to another address", async () => {
      const limits = { ...defaultDatabaseLimits, ...fixedMysqlLimits, connections: 1, maxAgeMs: 1000 };
      const db = new Kysely<unknown>({ dialect: openMysql(new URL(old?.url ?? ''), 'moved_items', limits).dialect });
      const connection = async () => (await sql<{ id: number }>`select connection_id() as id`.execute(db)).rows[0]?.id;
      const [first, second] = [await connection(), await connection()];
      equal(first, second);
      await eventually(async () => notEqual(await connection(), first));
      await db.destroy();
    });

    it('respects its limits of connections and of lock waits', async () => {
      const store = await open(proxy.url, { connections: 3, statementMs: 100, lockMs: 2000 });
      await Promise.all(Array.from({ length: 12 }, () => store.reader().execute('select sleep(0.05)')));
      equal(proxy.connections, 3);
      const rows = await store.reader().execute<{ seconds: number }[]>('select @@innodb_lock_wait_timeout as seconds');
      equal(Number(rows[0]?.seconds), 2);
      const failure = await within(2700, store.reader().execute('select sleep(10)'));
      equal((failure as StoreTimeout).message, 'the database did not answer within 2100 ms');
      await store.close();
    });
  });
}

/** The first call after a stop may fail because the connection broke. */
const eventuallyRefused = (store: Store) => store.ping().catch(() => store.ping());

async function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  const begin = performance.now();
  const failure = await failureOf(work);
  equal(performance.now() - begin < ms, true, `it took ${performance.now() - begin} ms`);
  return failure;
}

const answers = (store: Store) => eventually(() => store.ping());
