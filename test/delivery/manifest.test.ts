import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const manifest = '/openfeature/v0/manifest';
const flags = `${manifest}/flags`;
const inDefault = '/api/admin/projects/default/features';

interface Flag {
  readonly key: string;
  readonly type: string;
  readonly description?: string;
  readonly defaultValue: unknown;
}

/** The requests of `openfeature push` and `pull` 0.3.10 (open-feature/cli, api/v0/sync.yaml). */
describe('the manifest of the OpenFeature CLI', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const cli = (token = product.adminToken) =>
    product.app.with({ authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'openfeature-cli/sync' });
  const read = async (): Promise<Record<string, Flag>> => {
    const { body } = await cli().get(manifest);
    return Object.fromEntries((body.flags as Flag[]).map((flag) => [flag.key, flag]));
  };
  const becomes = (key: string, flag: Flag | undefined) =>
    eventually(async () => {
      const { name: _name, ...found } = ((await read())[key] ?? {}) as Flag & { name?: string };
      deepEqual(found, flag ?? {});
    });

  it('creates, updates and archives flags, which the manifest then has with their types', async () => {
    const pushed: Flag[] = [
      { key: 'search', type: 'boolean', description: 'Searches', defaultValue: true },
      { key: 'banner', type: 'string', defaultValue: 'control' },
      { key: 'limit', type: 'integer', defaultValue: 7 },
      { key: 'share', type: 'float', defaultValue: 0.5 },
      { key: 'theme', type: 'object', defaultValue: { color: 'red' } },
    ];
    for (const flag of pushed) {
      const { status, headers, body } = await cli().post(flags, flag);
      equal(status, 201, body.message);
      equal(headers['x-manifest-capabilities'], 'read,write,delete');
      deepEqual(body.flag, { description: null, ...flag, name: flag.key });
      equal(typeof body.updatedAt, 'string');
    }
    for (const flag of pushed) await becomes(flag.key, flag);
    const changed = { key: 'banner', type: 'string', description: 'Text', defaultValue: 'new' };
    equal((await cli().put(`${flags}/banner`, changed)).status, 200);
    await becomes('banner', changed);
    equal((await cli().put(`${flags}/banner`, { key: 'banner', type: 'string' })).status, 200);
    await becomes('banner', { key: 'banner', type: 'string', defaultValue: 'new' });
    const { status, body } = await cli().delete(`${flags}/banner`);
    deepEqual([status, typeof body.archivedAt], [200, 'string']);
    await becomes('banner', undefined);
  });

  it('has the type of the payloads if all variants share it, and boolean otherwise', async () => {
    const create = async (name: string, payloads: readonly (object | undefined)[]) => {
      equal((await product.admin.post(inDefault, { name })).status, 201);
      const variants = payloads.map((payload, index) => ({
        name: `v${index}`,
        weight: 1000,
        weightType: 'variable',
        stickiness: 'default',
        ...(payload && { payload }),
      }));
      const path = `${inDefault}/${name}/environments/development/variants`;
      equal((await product.admin.put(path, variants)).status, 200);
    };
    const text = { type: 'string', value: 'a' };
    await create('texts', [text, { type: 'csv', value: 'a,b' }]);
    await create('numbers', [
      { type: 'number', value: '1' },
      { type: 'number', value: '1.5' },
    ]);
    await create('objects', [{ type: 'json', value: '{"a":1}' }]);
    await create('mixed', [text, { type: 'number', value: '1' }]);
    await create('partly', [text, undefined]);
    await eventually(async () => {
      const { body } = await cli(product.clientToken).get(manifest);
      const own = (body.flags as Flag[]).filter(({ key }) => ['texts', 'numbers', 'objects', 'mixed', 'partly'].includes(key));
      deepEqual(Object.fromEntries(own.map(({ key, type, defaultValue }) => [key, [type, defaultValue]])), {
        texts: ['string', ''],
        numbers: ['float', 0],
        objects: ['object', {}],
        mixed: ['boolean', false],
        partly: ['boolean', false],
      });
    });
  });

  it('refuses other types, conflicting keys, and archived or unknown features', async () => {
    const flag = { key: 'typed', type: 'string', defaultValue: 'a' };
    equal((await cli().post(flags, { ...flag, defaultValue: 1 })).status, 400);
    equal((await cli().post(flags, { ...flag, type: 'color' })).status, 400);
    equal((await cli().post(flags, { ...flag, description: 'x'.repeat(10_001) })).status, 400);
    equal((await cli().post(flags, flag)).status, 201);
    equal((await cli().post(flags, flag)).status, 409);
    equal((await cli().put(`${flags}/typed`, { ...flag, type: 'integer', defaultValue: 1 })).status, 409);
    equal((await cli().put(`${flags}/typed`, { ...flag, key: 'other' })).status, 400);
    equal((await cli().put(`${flags}/absent`, { ...flag, key: 'absent' })).status, 404);
    equal((await cli().delete(`${flags}/absent`)).status, 404);
    equal((await cli().delete(`${flags}/typed`)).status, 200);
    equal((await cli().put(`${flags}/typed`, flag)).status, 409);
    equal((await cli().post(flags, flag)).status, 409);
    equal((await cli().post(`${flags}?project=nowhere`, { ...flag, key: 'lost' })).status, 404);
  });

  it('may only be read with the token of an application', async () => {
    const { status, headers } = await cli(product.clientToken).get(manifest);
    deepEqual([status, headers['x-manifest-capabilities']], [200, 'read']);
    const flag = { key: 'denied', type: 'boolean', defaultValue: false };
    equal((await cli(product.clientToken).post(flags, flag)).status, 403);
    equal((await product.app.with({}).post(flags, flag)).status, 401);
  });
});
