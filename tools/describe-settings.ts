import { frameworkSettings, type Setting, settingsOf, type Surface } from '../packages/kit/src/index.ts';
import { pageOfTables } from './page-of-tables.ts';

const introduction = `# Settings

Every setting is an environment variable, read once at start. If any values are invalid, the process reports all of them and does not start.
Settings have the same names in both ways of running. A secret can also come from a file: \`INTERNAL_SECRET_FILE\` names a file with the
value of \`INTERNAL_SECRET\`, and so on. This page is generated.
`;

/** Renders `docs/reference/settings.md` as Markdown: one row per setting, secrets marked. Ends in a newline. */
export const describeSettings = (surfaces: readonly Surface[]): string =>
  pageOfTables(introduction, '| name | default | meaning |\n|---|---|---|', [
    ['Every process', Object.values(frameworkSettings).map(rowOf)],
    ...surfaces.map((surface) => [surface.name, settingsOf(surface).map(rowOf)] as const),
  ]);

function rowOf({ name, default: fallback, about, secret }: Setting<unknown>): string {
  const shown = fallback === '' ? 'empty' : `\`${fallback}\``;
  return `| \`${name}\` | ${cell(shown)} | ${cell(about)}${secret ? ' **Secret.**' : ''} |`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
