import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Asset, ConsoleBundle, Page } from '@signalbox/console';
import { encodingFor } from '@signalbox/kit';
import { isConsoleAddress, kindAt } from '@signalbox/console/addresses';

type Answer = (response: ServerResponse, request: IncomingMessage) => Promise<void>;

/**
 * Allows nothing from other origins, no inline scripts or styles but the style of the page itself, and no text that becomes markup. It does
 * not affect styles that scripts set by property name.
 */
const contentSecurityPolicy = ({ style }: Page): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' ${style}; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'`;

const reloadSeconds = 1;

const waiting = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>Signalbox</title>
<p>The console is being built. This page reloads automatically.</p>
</html>
`;

/**
 * The console by path. The bundle is built in the background while the process starts; until then its addresses return a page that reloads.
 * If the build fails, `failed` gets the cause, and no address is served.
 */
export function openConsole(make: () => Promise<ConsoleBundle>, failed: (cause: unknown) => void): (path: string) => Answer | undefined {
  let find: (path: string) => Answer | undefined = (path) => (isConsoleAddress(path) ? answerWaiting : undefined);
  make().then(
    (bundle) => (find = finderOf(bundle)),
    (cause: unknown) => {
      find = () => undefined;
      failed(cause);
    },
  );
  return (path) => find(path);
}

function finderOf({ pages, assets }: ConsoleBundle): (path: string) => Answer | undefined {
  const answers = new Map([...assets].map(([path, asset]): [string, Answer] => [path, async (response) => sendAsset(response, asset)]));
  const answerPage =
    (page: Page): Answer =>
    async (response) =>
      sendPage(response, page);
  return (path) => answers.get(path) ?? (isConsoleAddress(path) ? answerPage(pages[kindAt(path)]) : undefined);
}

const answerWaiting: Answer = async (response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(waiting);
};

/** Names of assets contain a hash of their content, so browsers never need to revalidate. */
function sendAsset(response: ServerResponse, asset: Asset): void {
  send(response, asset, { 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Browsers cache the page and revalidate it each time. */
function sendPage(response: ServerResponse, page: Page): void {
  const headers = { 'cache-control': 'no-cache', etag: page.etag, 'content-security-policy': contentSecurityPolicy(page) };
  if (response.req.headers['if-none-match'] === page.etag) response.writeHead(304, headers).end();
  else send(response, page, headers);
}

function send(response: ServerResponse, asset: Asset, headers: Readonly<Record<string, string>>): void {
  const accepted = encodingFor(String(response.req.headers['accept-encoding'] ?? ''), asset.br ? ['br', 'gzip'] : ['gzip']);
  const content = accepted === 'plain' ? gunzipSync(asset.gzip) : (asset[accepted] ?? asset.gzip);
  response
    .writeHead(200, {
      ...headers,
      'content-type': asset.type,
      'content-length': content.length,
      vary: 'Accept-Encoding',
      ...(accepted !== 'plain' && { 'content-encoding': accepted }),
    })
    .end(content);
}
