import { styleText } from 'node:util';
import { printable } from '@signalbox/contracts/printable';
import type { Answer } from './answer.ts';

/** Formats of `--output`. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'markdown'] as const;

/** A format of `--output`. */
export type Format = (typeof formats)[number];

/** Renders an answer, with a final line break unless it is empty. */
export async function render(answer: Answer, format: Format, { color = false } = {}): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(answer.data, null, 2)}\n`;
    case 'ndjson':
      return linesOf([answer.data].flat().map((row) => JSON.stringify(row)));
    case 'yaml':
      return (await import('../base/yaml.ts')).stringify(answer.data, { lineWidth: 0 });
    case 'markdown':
      return answer.markdown ?? (answer.text === undefined ? markdownOf(tableOf(answer)) : `${answer.text}\n`);
    default:
      return answer.text === undefined
        ? columnsOf(tableOf(answer), color)
        : linesOf([answer.isDiff && color ? coloredDiff(printable(answer.text)) : printable(answer.text)]);
  }
}

const colors = { '+': 'green', '~': 'yellow', '-': 'red', '!': 'magenta' } as const;

const coloredDiff = (text: string): string =>
  text.replaceAll(/^[+~!-](?= ).*/gm, (line) => styleText(colors[line[0] as keyof typeof colors], line, { validateStream: false }));

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

type Table = NonNullable<Answer['table']>;

function tableOf({ table, data }: Answer): Table {
  if (table) return table;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return { titles: [], rows: isObject ? Object.entries(data) : [data].flat().map((value: unknown) => [value]) };
}

/** The text of a cell, on a single line. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printable(text.replaceAll(/\s+/g, ' '));
}

function columnsOf({ titles, rows }: Table, color: boolean): string {
  const cells = [...(titles.length > 0 ? [titles.map((title) => title.toUpperCase())] : []), ...rows.map((row) => row.map(cellOf))];
  const widths = cells.reduce<number[]>((known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, cell.length)), []);
  const lines = cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...others] = lines;
  return linesOf(titles.length > 0 && color ? [styleText('bold', head, { validateStream: false }), ...others] : lines);
}

/** Code in a line of Markdown. Names and paths come from branches that anybody may have pushed. */
export const codeOf = (text: string): string => `\`${text.replaceAll(/[`|\n\r\\]/g, '_')}\``;

const escaped = (text: string): string => text.replaceAll('|', '\\|');

function markdownOf({ titles, rows }: Table): string {
  const width = titles.length || Math.max(1, ...rows.map((row) => row.length));
  const head = titles.length > 0 ? titles : Array.from({ length: width }, () => '');
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return linesOf([line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cellOf)))]);
}
