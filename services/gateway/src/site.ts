import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { sendCached } from './send-cached.ts';

type Answer = (response: ServerResponse) => Promise<void>;

/** Written by `npm run site`. Without it, `/docs` has only the API. */
const siteFolder = join(import.meta.dirname, '../../../docs/.vitepress/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/** The documentation site by path, empty if it was not built. Files are read for each request. */
export async function openSite(folder = siteFolder): Promise<Readonly<Record<string, Answer>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.map((file) => [pathOf(file.slice(folder.length).split(sep).join('/')), answerWith(file)]));
}

/** Pages have no ending, and `index.html` is its folder. */
const pathOf = (file: string): string => `/docs${file.replace(/\/index\.html$/, '/').replace(/\.html$/, '')}`;

function answerWith(file: string): Answer {
  const type = types[extname(file)] ?? 'application/octet-stream';
  return async (response) => {
    const body = await readFile(file);
    await sendCached(response, type, body, policyFor(type, body));
  };
}

/**
 * Allows nothing from other origins. The generator adds two small inline scripts to each page, which set the theme before the first paint:
 * their hashes are allowed.
 */
function policyFor(type: string, body: Buffer): string {
  const inline = type.startsWith('text/html') ? body.toString().matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g) : [];
  const hashes = [...inline].map(([, script = '']) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return `default-src 'none'; script-src 'self'${hashes.join('')}; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
