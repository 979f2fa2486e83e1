import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import manifest from '../package.json' with { type: 'json' };

type Answer = (response: ServerResponse) => Promise<void>;

/** Sample messages of all events, used as examples. */
const samplesPath = join(import.meta.dirname, '../../../packages/contracts/src/samples');

/** Committed; generated from the routes by `npm run reference`. */
const openApiPath = join(import.meta.dirname, '../../../docs/reference/openapi.json');

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signalbox API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/open.js"></script>
</html>
`;

/** The validator is disabled because it would send the document to a third party. */
const script = `SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#docs',
  docExpansion: 'none',
  deepLinking: true,
  showExtensions: true,
  validatorUrl: null,
});
`;

/** Allows nothing from other origins and no inline scripts. The style sheet embeds its images. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API documentation by path: the documents, a page that shows them, and its assets. Rejects if a file is missing. */
export async function openDocs(): Promise<Readonly<Record<string, Answer>>> {
  const fromPackage = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  return {
    '/docs': (response) => send(response, 'text/html; charset=utf-8', html),
    '/docs/open.js': (response) => send(response, 'text/javascript; charset=utf-8', script),
    '/docs/openapi.json': await file('application/json; charset=utf-8', openApiPath),
    '/docs/asyncapi.json': asyncApiDocument(),
    '/docs/swagger-ui.css': await file('text/css; charset=utf-8', fromPackage('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': await file('text/javascript; charset=utf-8', fromPackage('swagger-ui-bundle.js')),
    '/docs/favicon-32x32.png': await file('image/png', fromPackage('favicon-32x32.png')),
  };
}

/** Generated at the first request, because few processes ever receive one. */
function asyncApiDocument(): Answer {
  let text: Promise<string> | undefined;
  return async (response) => {
    text ??= describeEvents();
    return send(response, 'application/json; charset=utf-8', await text);
  };
}

async function describeEvents(): Promise<string> {
  const { describeBus } = await import('@signalbox/contracts/asyncapi');
  const files = (await readdir(samplesPath)).filter((name) => name.endsWith('.ndjson')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(samplesPath, name), 'utf8')));
  return describeBus(manifest.version, texts.join(''));
}

/** Read for each request: together the files have 4 MB and are rarely requested. */
async function file(type: string, path: string): Promise<Answer> {
  await access(path);
  return async (response) => send(response, type, await readFile(path));
}

/** Browsers cache it and revalidate it each time. */
async function send(response: ServerResponse, type: string, body: string | Buffer): Promise<void> {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy };
  if (response.req.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
