import { dirname, join, normalize } from 'node:path';
import { locationOf, type SourceFile } from './source.ts';

/** What pages may speak of. */
export interface World {
  /** Whether a path, counted from the root, leads to a file or folder; wildcards need one match. */
  readonly exists: (path: string) => boolean;
  /** The scripts of the root's package.json. */
  readonly scripts: readonly string[];
}

const fence = /^(```+)(\w*)[^\n]*\n([\s\S]*?)^\1 *$/gm;
const link = /\[(?:[^\][]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const withoutCode = (text: string): string => text.replace(fence, blank).replace(/`[^`\n]*`/g, blank);

/** Links that lead nowhere: relative ones to no file, anchors to no heading. */
export function brokenLinks(pages: readonly SourceFile[], { exists }: Pick<World, 'exists'>): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, headingsOf(text)]));
  return pages.flatMap((page) =>
    [...withoutCode(page.text).matchAll(link)].flatMap((match) => {
      const [target = '', anchor] = (match[1] ?? '').split('#');
      if (/^[a-z]+:/.test(target)) return [];
      const path = target === '' ? page.path : normalize(join(dirname(page.path), target));
      const leads = exists(path.replace(/\/$/, '')) && (anchor === undefined || anchors.get(path)?.has(anchor) !== false);
      return leads ? [] : [`${locationOf(page, match.index)} the link ${match[1]} leads nowhere`];
    }),
  );
}

function headingsOf(text: string): Set<string> {
  const headings = [...text.replace(fence, blank).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** Programs that a reader is expected to have, or that the page has just installed. */
const executables: readonly string[] =
  'cd curl echo export git kill openssl tar cp rm mkdir mv docker kubectl mysqldump mysql sqlite3 sed npm npx pnpm node mocha tsc oxlint biome'.split(
    ' ',
  );
const ownCommands: readonly string[] = ['install', 'ci', 'exec'];

/** Commands in fences marked `sh` that cannot work: no such script, no such file, an unheard-of program. */
export function brokenCommands(pages: readonly SourceFile[], world: World): string[] {
  return pages.flatMap((page) =>
    [...page.text.matchAll(fence)].flatMap((match) => {
      if (match[2] !== 'sh') return [];
      const location = locationOf(page, match.index);
      return commandsOf(match[3] ?? '').flatMap((command) => {
        const problem = problemOf(command, world);
        return problem ? [`${location} ${problem}`] : [];
      });
    }),
  );
}

/** One command each, as words: without comments, quoted text and assignments in front. */
function commandsOf(script: string): string[][] {
  return script
    .replace(/\\\n/g, ' ')
    .replace(/'[^']*'/g, "''")
    .replace(/"[^"]*"/g, '""')
    .replace(/\w+=\$\(([^)]*)\)/g, '$1')
    .replace(/(?:^|\s)#.*$/gm, '')
    .split(/\n|&&|;|\|/)
    .map((line) => line.trim().replace(/^(?:\w+=\S*\s*)+/, ''))
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/));
}

function problemOf([executable = '', ...words]: string[], { exists, scripts }: World): string | null {
  if (!executables.includes(executable)) return `${executable} is not a program that a reader has`;
  const [first = '', second = ''] = words;
  if (executable === 'npm' || executable === 'pnpm') {
    const script = first === 'run' ? second : first;
    if (!ownCommands.includes(script) && !scripts.includes(script)) return `there is no script ${script}`;
  }
  const file = executable === 'node' || executable === 'mocha' ? first : (words[words.indexOf('--only') + 1] ?? '');
  const named = executable === 'node' || executable === 'mocha' || words.includes('--only');
  const paths = [file, `packages/${file}`, `services/${file}`];
  return named && !paths.some((location) => exists(location)) ? `there is no ${file}` : null;
}

const maxLines = 30;

/** Packages and services without a page of their own, or with one that is longer than thirty lines. */
export function missingPages(pages: readonly SourceFile[], folders: readonly string[]): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return folders.flatMap((folder) => {
    const path = `${folder}/README.md`;
    const lines = texts.get(path)?.trimEnd().split('\n').length;
    if (lines === undefined) return [`${path}:1 is missing`];
    return lines > maxLines ? [`${path}:${maxLines} has ${lines} lines, at most ${maxLines} are read`] : [];
  });
}

/** Generated pages that are not what their source says today. */
export function stalePages(pages: readonly SourceFile[], generated: readonly SourceFile[]): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return generated
    .filter(({ path, text }) => texts.get(path) !== text)
    .map(({ path }) => `${path}:1 is stale: npm run reference writes it`);
}
