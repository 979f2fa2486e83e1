import { deepEqual, ok, throws } from 'node:assert/strict';
import { parse, setting } from './setting.ts';
import { allSettings, readSettings, urlSettingOf } from './settings.ts';
import { surface } from './surface.ts';

const maxItems = setting('MAX_ITEMS', '10', parse.integer(1, 100), 'Most items in a shop.');
const till = surface({
  name: 'cash-till',
  isPublic: true,
  settings: [setting('TILL_KEY', '', parse.optional(parse.text), 'Opens it.', true)],
});
const shop = surface({ name: 'corner-shop', settings: [maxItems] });

describe('readSettings', () => {
  it('returns framework settings by name and service settings by declaration', () => {
    const settings = readSettings({ PORT: '7', MAX_ITEMS: '5', CORNER_SHOP_URL: 'http://shop:4242' }, [shop, till]);
    deepEqual([settings.port, settings.get(maxItems), settings.get(urlSettingOf(shop))], [7, 5, 'http://shop:4242']);
  });

  it('reports invalid settings of framework and services in the same form', () => {
    throws(() => readSettings({ PORT: 'x', MAX_ITEMS: '0', CORNER_SHOP_URL: 'shop' }, [shop, till]), {
      name: 'SettingsProblem',
      message: [
        'PORT must be an integer from 0 to 65535.',
        'CORNER_SHOP_URL must be a URL that starts with http:.',
        'MAX_ITEMS must be an integer from 1 to 100.',
      ].join('\n'),
    });
  });

  it('limits connections, statements and lock waits of the database', () => {
    const { databaseConnections, databaseStatementMs, databaseLockMs } = readSettings({});
    deepEqual([databaseConnections, databaseStatementMs, databaseLockMs], [10, 1100, 1000]);
    throws(() => readSettings({ DATABASE_CONNECTIONS: '1', DATABASE_STATEMENT_MS: '99', DATABASE_LOCK_MS: '50001' }), {
      name: 'SettingsProblem',
      message: [
        'DATABASE_CONNECTIONS must be an integer from 2 to 500.',
        'DATABASE_STATEMENT_MS must be an integer from 100 to 60000.',
        'DATABASE_LOCK_MS must be an integer from 1000 to 50000.',
      ].join('\n'),
    });
  });

  it('splits the URL of several hosts into one for each, with credentials, path and query', () => {
    const urls = (url: string) => readSettings({ BUS_URL: url }).busUrls;
    deepEqual(urls('amqp://me:a,b%2F@one:5672,two:5673,[::1]/shop?heartbeat=5'), [
      'amqp://me:a,b%2F@one:5672/shop?heartbeat=5',
      'amqp://me:a,b%2F@two:5673/shop?heartbeat=5',
      'amqp://me:a,b%2F@[::1]/shop?heartbeat=5',
    ]);
    deepEqual(urls('amqp://me:a,b@one'), ['amqp://me:a,b@one']);
    throws(() => urls('amqp://one,two:none'), /BUS_URL must be a URL that starts with memory: or amqp: or amqps:/);
  });

  it('refuses values that can be read but cannot work', () => {
    throws(
      () =>
        readSettings({
          CACHE_URL: 'redis-sentinel://one:26379,two',
          BASE_URL: 'https://shop.example/?a#b',
          PORT: '81',
          ADMIN_PORT: '81',
          METRICS_PORT: '81',
        }),
      {
        message: [
          'BASE_URL must be a URL without a query and a fragment.',
          'CACHE_URL must name the primary in its path, such as redis-sentinel://one:26379,two:26379/primary.',
          'ADMIN_PORT must differ from PORT.',
          'METRICS_PORT must differ from PORT.',
          'METRICS_PORT must differ from ADMIN_PORT.',
        ].join('\n'),
      },
    );
    deepEqual(readSettings({ PORT: '0', METRICS_PORT: '0', BASE_URL: 'https://shop.example/toggles' }).metricsPort, 0);
  });

  it('has no settings of a service outside the surfaces', () => {
    throws(() => readSettings({}).get(maxItems), /no service of this process declares the setting MAX_ITEMS/);
  });

  it('has a factor of deadlines for tests, which is on no list', () => {
    deepEqual([readSettings({}).deadlineFactor, readSettings({ TEST_DEADLINE_FACTOR: '20' }).deadlineFactor], [1, 20]);
    ok(!allSettings([]).some(({ name }) => name === 'TEST_DEADLINE_FACTOR'));
  });

  it('rejects a setting that is declared twice', () => {
    throws(
      () => readSettings({}, [shop, surface({ name: 'other', settings: [setting('PORT', '', parse.text, 'Twice.')] })]),
      /setting PORT is declared twice/,
    );
  });
});
