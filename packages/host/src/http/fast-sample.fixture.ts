import { gzipSync } from 'node:zlib';
import { anonymous, type Principal } from '@signalbox/contracts';
import { empty, eventStream, fastRoute, changesNothing, parse, plainText, route, service, setting, surface } from '@signalbox/kit';
import { Type } from 'typebox';

/** State of the sample service. */
interface Sample {
  readonly items: readonly string[];
}

const token = (tokenType: 'client' | 'frontend'): Principal => ({
  kind: 'api-token',
  id: null,
  name: tokenType,
  rootRole: null,
  groups: [],
  tokenType,
  accessVersion: 0,
});

const List = Type.Object({ items: Type.Array(Type.String()) });
export const base = '/api/sample';

const listRoute = fastRoute(
  {
    method: 'get',
    path: base,
    summary: 'List items',
    permission: 'CLIENT',
    usersToo: true,
    query: Type.Object({ least: Type.Optional(Type.Integer()), names: Type.Optional(Type.Array(Type.String())) }),
    answers: { 200: List, 304: empty },
    failures: [],
  },
  (call, sample: Sample) => {
    const { least = 0, names } = call.search === '' ? {} : call.query;
    const items = sample.items.filter((name) => name.length >= least && (names?.includes(name) ?? true));
    return { etag: `"${items.length}"`, headers: { vary: 'Authorization' }, json: () => JSON.stringify({ items }) };
  },
);

const itemRoute = fastRoute(
  {
    method: 'get',
    path: `${base}/:name`,
    summary: 'Get an item',
    permission: 'public',
    crossOrigin: true,
    params: Type.Object({ name: Type.String({ maxLength: 10 }) }),
    answers: { 200: Type.Object({ name: Type.String(), from: Type.String() }) },
    failures: [],
  },
  ({ params: { name }, clientAddress }) => {
    if (name === 'broken') throw new Error('secret');
    return { json: JSON.stringify(name === 'odd' ? { nam: name } : { name, from: clientAddress }) };
  },
);

const packRoute = fastRoute(
  {
    method: 'post',
    path: `${base}/packed`,
    summary: 'Say what was sent, packed',
    permission: ['FRONTEND', 'CLIENT'],
    body: Type.Object({ items: Type.Optional(Type.Array(Type.String())) }),
    answers: { 200: List },
    failures: [],
    ...changesNothing,
  },
  ({ body: { items = [] } }) => ({ encoding: 'gzip', json: async () => gzipSync(JSON.stringify(items[0] === 'odd' ? {} : { items })) }),
);

const streamRoute = fastRoute(
  { method: 'get', path: `${base}/stream`, summary: 'Stream', permission: 'public', answers: { 200: eventStream }, failures: [] },
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n');
    return undefined;
  },
);

const ordinaryRoute = route(
  {
    method: 'post',
    path: `${base}/ordinary`,
    summary: 'Past it',
    permission: 'public',
    crossOrigin: true,
    answers: { 200: plainText },
    failures: [],
    ...changesNothing,
  },
  async () => 'OK',
);

const packedBytes = setting('PACKED_BYTES', '1000', parse.integer(1, 10_000), 'Largest body to pack.');
const sampleSurface = surface({
  name: 'sample',
  paths: [{ prefix: `${base}/packed`, bodyLimitBytes: packedBytes }],
  settings: [packedBytes],
});

const tokens: Readonly<Record<string, Principal>> = { client: token('client'), frontend: token('frontend') };

/** A service that serves everything from memory and accepts two tokens: `client` and `frontend`. */
export const fastSample = service<Sample>({
  surface: sampleSurface,
  open: async () => ({
    state: { items: ['pen', 'paper'] },
    identify: ({ headers }) => tokens[headers.authorization ?? ''] ?? anonymous,
  }),
  routes: [listRoute, itemRoute, packRoute, streamRoute, ordinaryRoute],
});
