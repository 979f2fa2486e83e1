import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Answer = (response: ServerResponse) => Promise<void>;

/** Committed, and made of routes and events by `npm run reference`. */
const referencePath = (name: string) => join(import.meta.dirname, '../../../docs/reference', name);

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

/** No validator: it would send the document to somebody else. */
const script = `SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#docs',
  docExpansion: 'none',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** Nothing from elsewhere, and no script that stands in a page. The style sheet holds its pictures. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The API documentation by path: the document, a page that shows it, and what the page is made of. Read once; rejects when a file is missing. */
export async function openDocs(): Promise<Readonly<Record<string, Answer>>> {
  const fromPackage = (name: string) => readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
  return {
    '/docs': content('text/html; charset=utf-8', html),
    '/docs/open.js': content('text/javascript; charset=utf-8', script),
    '/docs/openapi.json': content('application/json; charset=utf-8', await readFile(referencePath('openapi.json'))),
    '/docs/asyncapi.json': content('application/json; charset=utf-8', await readFile(referencePath('asyncapi.json'))),
    '/docs/swagger-ui.css': content('text/css; charset=utf-8', await fromPackage('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': content('text/javascript; charset=utf-8', await fromPackage('swagger-ui-bundle.js')),
    '/docs/favicon-32x32.png': content('image/png', await fromPackage('favicon-32x32.png')),
  };
}

/** Browsers keep it, and ask each time whether it is still the same. */
function content(type: string, body: string | Buffer): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return async (response) => {
    const headers = { etag, 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy };
    if (response.req.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
    else response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  };
}
