import type { Setting } from './setting.ts';
import { frameworkSettings, settingsOf } from './settings.ts';
import type { Surface } from './surface.ts';

const introduction = `# Settings

Every setting is an environment variable, read once at start. If any values are invalid, the process reports all of them and does not start.
Settings have the same names in both ways of running. A secret can also come from a file: \`INTERNAL_SECRET_FILE\` names a file with the
value of \`INTERNAL_SECRET\`, and so on. This page is generated.
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Renders `docs/reference/settings.md` as Markdown: one row per setting, secrets marked. Ends in a newline. */
export function describeSettings(surfaces: readonly Surface[]): string {
  const parts: [string, readonly Setting<unknown>[]][] = [
    ['Every process', Object.values(frameworkSettings)],
    ...surfaces.map((surface): [string, readonly Setting<unknown>[]] => [surface.name, settingsOf(surface)]),
  ];
  return [introduction, ...parts.filter(([, settings]) => settings.length > 0).map(([title, settings]) => tableOf(title, settings))].join(
    '\n',
  );
}

const tableOf = (title: string, settings: readonly Setting<unknown>[]): string =>
  `## ${title}\n\n| name | default | meaning |\n|---|---|---|\n${settings.map(rowOf).join('\n')}\n`;

function rowOf({ name, default: fallback, about, secret }: Setting<unknown>): string {
  const shown = fallback === '' ? 'empty' : `\`${fallback}\``;
  return `| \`${name}\` | ${cell(shown)} | ${cell(about)}${secret ? ' **Secret.**' : ''} |`;
}
