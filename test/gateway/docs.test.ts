import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from '@signalbox/contracts';
import { describeBus } from '@signalbox/contracts/asyncapi';
import { ndjson } from '@signalbox/contracts/samples';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

const committed = readFileSync(join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8');
const { components } = JSON.parse(committed) as { components: object };

describe('the documentation of the API', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp();
  });
  after(() => gateway.app.close());
  const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, gateway.app.url), { headers });

  it('is the committed document, without authentication', async () => {
    const answer = await get('/docs/openapi.json');
    deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/json; charset=utf-8']);
    equal(await answer.text(), committed);
  });

  it('includes the generated AsyncAPI document of the events', async () => {
    const answer = await get('/docs/asyncapi.json');
    deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/json; charset=utf-8']);
    equal(await answer.text(), describeBus('0.1.0', ndjson));
  });

  it('includes the JSON Schema of documents, for editors', async () => {
    const answer = await get('/docs/schema/v1.json');
    deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/schema+json; charset=utf-8']);
    equal(await answer.text(), readFileSync(join(import.meta.dirname, '../../docs/reference/document-schema.json'), 'utf8'));
  });

  it('is sent again only after a change', async () => {
    const etag = (await get('/docs/openapi.json')).headers.get('etag') ?? '';
    const again = await get('/docs/openapi.json', { 'if-none-match': etag });
    deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag]);
    equal((await get('/docs/openapi.json', { 'if-none-match': '"other"' })).status, 200);
  });

  it('is a page that loads all parts from this server', async () => {
    const page = await get('/docs/openapi');
    deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    const parts = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    deepEqual(parts, ['favicon-32x32.png', 'swagger-ui.css', 'swagger-ui-bundle.js', 'open.js']);
    const answers = await Promise.all(parts.map((path) => get(`/docs/${path}`)));
    deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('content-type')?.split(';')[0]]),
      [
        [200, 'image/png'],
        [200, 'text/css'],
        [200, 'text/javascript'],
        [200, 'text/javascript'],
      ],
    );
  });

  it('is also the page at /docs, unless the site was built', async () => {
    const page = await get('/docs');
    const text = await page.text();
    ok(text.includes('src="docs/swagger-ui-bundle.js"') || page.url.endsWith('/docs/'), page.url);
  });

  it('allows no inline scripts, and nothing from other servers', async () => {
    const page = await get('/docs/openapi');
    const policy = page.headers.get('content-security-policy') ?? '';
    match(policy, /^default-src 'none'; script-src 'self';/);
    ok(!/unsafe|https?:/.test(policy));
    ok(!/<script>|<style>| on\w+=| style=/.test(await page.text()));
    const script = await (await get('/docs/open.js')).text();
    ok(!script.includes('://'));
    match(script, /validatorUrl: null/);
  });

  it('describes health and readiness', async () => {
    for (const [path, schema] of [
      ['/live', 'Health'],
      ['/health', 'Health'],
      ['/ready', 'Readiness'],
    ] as const) {
      const validate = validator({ $ref: `#/components/schemas/${schema}`, components });
      deepEqual(validate.problemsOf(await (await get(path)).json()), []);
    }
  });
});
