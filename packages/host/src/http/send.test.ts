import { deepEqual, equal, ok } from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type RouteDeclaration, route, service, StreamedReply, surface } from '@signalbox/kit';
import { type TestApp, start } from '@signalbox/testing';
import { Type } from 'typebox';

const declared = {
  method: 'get',
  summary: 'For tests',
  permission: 'authenticated',
  failures: [],
  answers: { 200: Type.Array(Type.String()) },
};
const declare = (path: string, more: Partial<RouteDeclaration> = {}) =>
  ({ ...declared, path: `/api/admin/${path}`, ...more }) as RouteDeclaration;
const texts = Array.from({ length: 2000 }, (_, index) => `a text that is like others, number ${index}`);

async function* chunks() {
  yield '[';
  for (const [index, text] of texts.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(text)}`;
  yield ']';
}

const answers = service({
  surface: surface({ name: 'answers' }),
  routes: [
    route(declare('long'), () => texts),
    route(declare('short'), () => ['short']),
    route(declare('streamed'), () => new StreamedReply(chunks(), { vary: 'Accept' }) as never),
    route(declare('secret', { holdsSecret: true }), () => texts),
  ],
});

const unpack = { gzip: gunzipSync, br: brotliDecompressSync, identity: (bytes: Buffer) => bytes };

describe('responses of a service', () => {
  let app: TestApp;
  before(async () => {
    app = await start([answers]);
  });
  after(() => app.close());

  /** Requests without a client that decompresses automatically. */
  async function ask(path: string, accepted?: string) {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const { headers: got, bytes } = await app.as(app.users.viewer).bytes(`/api/admin/${path}`, { headers });
    const encoding = (got['content-encoding'] ?? 'identity') as keyof typeof unpack;
    return { encoding, vary: got['vary'], size: bytes.length, texts: JSON.parse(String(unpack[encoding](bytes))) as string[] };
  }

  for (const path of ['long', 'streamed']) {
    it(`are compressed as the caller accepts, and vary by that (${path})`, async () => {
      const plain = await ask(path);
      const found = await Promise.all(
        ['gzip', 'gzip, deflate, br', 'br;q=0, gzip', 'identity', 'gzip;q=0'].map((accepted) => ask(path, accepted)),
      );
      deepEqual(
        found.map(({ encoding }) => encoding),
        ['gzip', 'br', 'gzip', 'identity', 'identity'],
      );
      for (const each of [plain, ...found]) {
        deepEqual(each.texts, texts);
        equal(each.vary, path === 'long' ? 'Cookie, Authorization, Accept-Encoding' : 'Accept, Accept-Encoding');
        if (each.encoding !== 'identity') ok(each.size < plain.size / 5, `${each.size} of ${plain.size} bytes`);
      }
    });
  }

  it('are not compressed below a kilobyte, or if they contain a secret', async () => {
    equal((await ask('short', 'gzip, br')).encoding, 'identity');
    equal((await ask('secret', 'gzip, br')).encoding, 'identity');
  });
});
