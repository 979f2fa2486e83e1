import type { EntryPoint, Page, Surface } from '@signalbox/kit';

const entry = ({ name, path, about }: EntryPoint): string => `<li>${name}: <code>${path}</code>${about ? `, ${about}` : ''}</li>`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character);

const htmlPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#223}code{background:#eef;padding:.1rem .3rem}</style>
<h1>${escaped(title)}</h1>
${content}
</html>
`;

/** What somebody sees who opens the address in a browser: the ways in that the services name. */
export const startPage = (surfaces: readonly Surface[]): string =>
  htmlPage(
    'Signalbox',
    `<p>This server administers features and is running.</p>
<ul>
${surfaces.flatMap(({ entryPoints = [] }) => entryPoints.map(entry)).join('\n')}
<li>All operations: <a href="/docs">/docs</a>, as a document <a href="/docs/openapi.json">/docs/openapi.json</a>; all events: <a href="/docs/asyncapi.json">/docs/asyncapi.json</a></li>
<li>State of the services: <a href="/ready">/ready</a></li>
</ul>`,
  );

/** Finds the page for a path that a link leads to. It repeats nothing of the address, which holds a secret. */
export function linkedPages(surfaces: readonly Surface[]): (path: string) => string | undefined {
  const pages = surfaces
    .flatMap(({ pages: own = [] }) => own)
    .map((page) => ({ pattern: patternOf(page), html: htmlPage(page.title, `<p>${escaped(page.text)}</p>`) }));
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.html;
}

const patternOf = ({ path }: Page): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
