import { settingsTable } from './settings.ts';

const introduction = `# Settings

Every setting is an environment variable, read once at start. A wrong value stops the start with a sentence that names it;
all wrong ones are reported together. The same names count in every way of running. This page is generated.

| name | default | meaning |
|---|---|---|
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The page `docs/reference/settings.md`: one row per setting, secrets marked. Markdown, with a newline at its end. */
export function describeSettings(): string {
  const rows = Object.values(settingsTable).map(({ name, default: fallback, about, secret }) => {
    const shown = fallback === '' ? 'empty' : `\`${fallback}\``;
    return `| \`${name}\` | ${cell(shown)} | ${cell(about)}${secret ? ' **Secret.**' : ''} |`;
  });
  return `${introduction}${rows.join('\n')}\n`;
}
