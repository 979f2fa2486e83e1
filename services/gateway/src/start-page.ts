import type { EntryPoint, Surface } from '@signalbox/kit';

const entry = ({ name, path, about }: EntryPoint): string => `<li>${name}: <code>${path}</code>${about ? `, ${about}` : ''}</li>`;

/** What somebody sees who opens the address in a browser: the ways in that the services name. */
export const startPage = (surfaces: readonly Surface[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signalbox</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#223}code{background:#eef;padding:.1rem .3rem}</style>
<h1>Signalbox</h1>
<p>This server administers features and is running.</p>
<ul>
${surfaces.flatMap(({ entryPoints = [] }) => entryPoints.map(entry)).join('\n')}
<li>All operations: <a href="/docs">/docs</a>, as a document <a href="/docs/openapi.json">/docs/openapi.json</a></li>
<li>State of the services: <a href="/ready">/ready</a></li>
</ul>
</html>
`;
