import { dirname, join, normalize } from 'node:path';
import { locationOf, type SourceFile } from './source.ts';

/** Files and scripts that pages may refer to. */
export interface World {
  /** True if a path relative to the root is a file or folder. A wildcard needs at least one match. */
  readonly exists: (path: string) => boolean;
  /** Scripts of the root package.json. */
  readonly scripts: readonly string[];
}

const fence = /^(```+)(\w*)[^\n]*\n([\s\S]*?)^\1 *$/gm;
const link = /\[(?:[^\][]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const withoutCode = (text: string): string => text.replace(fence, blank).replace(/`[^`\n]*`/g, blank);

/** Broken links: relative links to missing files, and anchors of missing headings. */
export function brokenLinks(pages: readonly SourceFile[], { exists }: Pick<World, 'exists'>): string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, headingsOf(text)]));
  return pages.flatMap((page) =>
    [...withoutCode(page.text).matchAll(link)].flatMap((match) => {
      const [target = '', anchor] = (match[1] ?? '').split('#');
      if (/^[a-z]+:/.test(target)) return [];
      const path = target === '' ? page.path : normalize(join(dirname(page.path), target));
      const leads = exists(path.replace(/\/$/, '')) && (anchor === undefined || anchors.get(path)?.has(anchor) !== false);
      return leads ? [] : [`${locationOf(page, match.index)} the link ${match[1]} is broken`];
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

/** Programs that readers have, or that the page has just installed. */
const executables: readonly string[] =
  'age-keygen cd curl echo export git kill openssl sha256sum tar cp rm mkdir mv docker kubectl helm mysqldump mysql sqlite3 sed npm npx pnpm signalbox node mocha tsc oxlint biome'.split(
    ' ',
  );
const ownCommands: readonly string[] = ['install', 'ci', 'exec'];

/** Commands in `sh` fences that cannot work: unknown scripts, files or programs. */
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

/** Commands as lists of words, without comments, quoted text and leading assignments. */
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

/** `npm run start:distributed` builds it. */
const bundle = 'bundle/main.js';

function problemOf([executable = '', ...words]: string[], { exists, scripts }: World): string | null {
  if (!executables.includes(executable)) return `${executable} is not a known program: add it to pages.ts if readers have it`;
  const [first = ''] = words;
  if (executable === 'npm' || executable === 'pnpm') {
    const [name = '', second = ''] = words.filter((word) => !word.startsWith('-'));
    const script = name === 'run' ? second : name;
    if (!ownCommands.includes(script) && !scripts.includes(script)) return `unknown script: ${script}`;
  }
  const file = executable === 'node' || executable === 'mocha' ? first : (words[words.indexOf('--only') + 1] ?? '');
  const named = executable === 'node' || executable === 'mocha' || words.includes('--only');
  const paths = [file, `packages/${file}`, `services/${file}`];
  return named && file !== bundle && !paths.some((location) => exists(location)) ? `unknown file: ${file}` : null;
}

/** Commands whose output another program or a file receives, together with the lines that npm prints. */
export function loudCommands(pages: readonly SourceFile[]): string[] {
  return pages.flatMap((page) =>
    [...page.text.matchAll(fence), ...page.text.matchAll(/`[^`\n]+`/g)].flatMap((match) => {
      const [, loud] = /\b(npm run (?!-s |--silent )[^\n;&|]*?)(?:\s>|\|(?!\|))/.exec(match[0].replaceAll('\\\n', ' ')) ?? [];
      return loud === undefined ? [] : [`${locationOf(page, match.index)} ${loud.trim()} prints lines of npm: use npm run --silent`];
    }),
  );
}

/** Characters of code that the documentation site shows in one line of a window of 1,280 px. */
const maxColumns = 68;

/** Guides with code wider than its column (addresses cannot be broken), without a picture or a command before their first request, or with a request in the first tab. */
export function unreadableGuides(guides: readonly SourceFile[]): string[] {
  return guides.flatMap((page) => {
    const wide = [...page.text.matchAll(fence)].flatMap((match) =>
      (match[3] ?? '')
        .split('\n')
        .flatMap((line) =>
          line.length > maxColumns && !line.includes('://') ? [`${locationOf(page, match.index)} too wide: ${line}`] : [],
        ),
    );
    const request = page.text.search(/^curl /m);
    const isLed = request === -1 || /!\[|^(?:npx )?signalbox |^npm /m.test(page.text.slice(0, request));
    const late = [...page.text.matchAll(/^::: code-group\n+```\w+ \[API\]/gm)].map(
      (match) => `${locationOf(page, match.index)} the API is in the first tab`,
    );
    return [...wide, ...late, ...(isLed ? [] : [`${page.path} shows a request before the console or the command line`])];
  });
}

const maxLines = 30;

/** Packages and services without a README, or with one longer than thirty lines. */
export function missingPages(pages: readonly SourceFile[], folders: readonly string[]): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return folders.flatMap((folder) => {
    const path = `${folder}/README.md`;
    const lines = texts.get(path)?.trimEnd().split('\n').length;
    if (lines === undefined) return [`${path}:1 is missing`];
    return lines > maxLines ? [`${path}:${maxLines} has ${lines} lines, at most ${maxLines} allowed`] : [];
  });
}

/** Generated pages that differ from their source. */
export function stalePages(pages: readonly SourceFile[], generated: readonly SourceFile[]): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return generated
    .filter(({ path, text }) => texts.get(path) !== text)
    .map(({ path }) => `${path}:1 is out of date: run npm run reference`);
}
