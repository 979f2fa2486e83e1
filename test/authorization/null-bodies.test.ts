import { deepEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { RouteDeclaration } from '@signalbox/kit';
import { loadServices } from '@signalbox/standalone/services';
import type { Client } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { exampleOf } from './example-of.ts';
import { declarationsOf, pathOf } from './routes.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

interface Nulled {
  readonly property: string;
  readonly value: unknown;
}

const scalars = ['boolean', 'integer', 'number', 'string'];

/** Returns one body per scalar of the schema, valid except that this scalar is null. */
function* nullsIn(schema: Schema, property = ''): Generator<Nulled> {
  const { type, properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  if (typeof type === 'string' && scalars.includes(type)) yield { property, value: null };
  for (const [name, own] of Object.entries(properties))
    for (const found of nullsIn(own, name)) yield { ...found, value: { ...(exampleOf(schema) as object), [name]: found.value } };
  for (const found of items ? nullsIn(items, property) : []) yield { ...found, value: [found.value] };
  for (const branch of [...(anyOf.some(isNullable) ? [] : anyOf), ...allOf]) yield* nullsIn(branch, property);
  if (typeof additionalProperties === 'object')
    for (const found of nullsIn(additionalProperties, 'some')) yield { ...found, value: { some: found.value } };
}

const isNullable = ({ type }: Schema): boolean => type === 'null';

/** Forms cannot express null. */
const isForm = ({ bodyTypes = [] }: RouteDeclaration): boolean => bodyTypes[0] === 'application/x-www-form-urlencoded';

const declarations = (await loadServices()).flatMap(declarationsOf).filter((each) => each.body !== undefined && !isForm(each));

describe('null for a scalar in a request body', () => {
  let gateway: GatewayApp;
  /** Callers that may send the body, by path prefix. The first match applies. */
  let callers: readonly (readonly [prefix: string, client: Client])[];
  before(async () => {
    const frontendToken = `default:development.${randomBytes(28).toString('hex')}`;
    const limits = { SDK_REQUESTS_PER_MINUTE: '100000', LOGINS_PER_MINUTE: '100000', RATE_LIMIT: '0' };
    gateway = await openGatewayApp({ ...limits, INIT_FRONTEND_API_TOKENS: frontendToken });
    const { app, password, clientToken } = gateway;
    const { headers } = await app.with({}).post('/auth/simple/login', { username: 'admin', password });
    const admin = app.with({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
    const { body } = await admin.post('/api/admin/scim-settings', { enabled: true });
    const frontend = app.with({ authorization: frontendToken });
    const client = app.with({ authorization: clientToken });
    callers = [
      ['/api/client', client],
      ['/edge', client],
      ['/api/frontend', frontend],
      ['/api/proxy', frontend],
      ['/scim', app.with({ authorization: `Bearer ${body.token}` })],
      ['/', admin],
    ];
  });
  after(() => gateway.app.close());

  /** Problems of the response to a body with that null. */
  async function problemOf(declaration: RouteDeclaration, { property, value }: Nulled): Promise<string | null> {
    const [type = 'application/json'] = declaration.bodyTypes ?? [];
    const { method } = declaration;
    const client = callers.find(([prefix]) => declaration.path.startsWith(prefix))?.[1];
    if (method === 'get' || method === 'delete' || !client) return `${method} ${declaration.path} is not tried`;
    const { status, body } = await client[method](pathOf(declaration), undefined, {
      raw: JSON.stringify(value),
      headers: { 'content-type': type },
    });
    return status === 400 && JSON.stringify(body).includes(property)
      ? null
      : `${method} ${declaration.path} ${property}: ${status} ${JSON.stringify(body)?.slice(0, 150)}`;
  }

  it("is refused with 400 and the property's name by every route with a body", async () => {
    const problems: string[] = [];
    let tried = 0;
    for (const declaration of declarations)
      for (const nulled of nullsIn(declaration.body as Schema)) {
        tried += 1;
        const problem = await problemOf(declaration, nulled);
        if (problem) problems.push(problem);
      }
    deepEqual(problems, []);
    ok(tried > 500, `only ${tried} places were tried`);
  });
});
