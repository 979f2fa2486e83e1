import { only } from './tokens.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';

interface Forbidden {
  readonly where: (path: string) => boolean;
  /** What of the file is looked at. */
  readonly seen: (text: string) => string;
  readonly words: RegExp;
  readonly say: (word: string) => string;
}

const code = (text: string) => only(text, 'code');
const codeAndStrings = (text: string) => only(text, 'code', 'string', 'pattern');
const isPage = (path: string) => path.endsWith('.md');

function refuse({ where, seen, words, say }: Forbidden): Rule {
  return (files) =>
    files
      .filter(({ path }) => where(path))
      .flatMap((file) => hits(file, seen(file.text), words).map(({ location, word }) => `${location} ${say(word)}`));
}

function hits(file: SourceFile, seen: string, words: RegExp): { location: string; word: string }[] {
  return [...seen.matchAll(words)].map((match) => ({ location: locationOf(file, match.index), word: match[1] ?? match[0] }));
}

const knowsWaysOfRunning = /^(?:services\/standalone|test|deploy|tools|packages\/testing)\//;

/** Rule 1 of ARCHITECTURE.md: nothing but what starts processes knows in which way it runs. Comments may speak of it. */
export const waysOfRunningStayOutside = refuse({
  where: (path) => !knowsWaysOfRunning.test(path) && !isPage(path),
  seen: codeAndStrings,
  words: /(embedded|standalone|cluster)/gi,
  say: (word) => `"${word}" is known only to what starts processes and to tests`,
});

const readsEnvironment =
  /^(?:tools\/|deploy\/image\/health-check\.ts$|packages\/testing\/src\/environment\.ts$|packages\/host\/src\/process\/serve-services\.ts$|test\/failure\/failing-main\.fixture\.ts$)/;

/** Settings are read once, in one place; what asks a process whether it lives is no part of it. Journeys start processes, and hand their whole environment on to them. */
export const environmentIsReadOnce = refuse({
  where: (path) => !readsEnvironment.test(path) && !isPage(path),
  seen: (text) => code(text).replaceAll('{ ...process.env,', (handedOn) => ' '.repeat(handedOn.length)),
  words: /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\benv\b[^;'"]*\bfrom\s*['"] *['"]/g,
  say: () => 'settings are read in packages/host/src/process/serve-services.ts alone',
});

/** Exports have names, so that a thing is called the same everywhere. Configuration files of tools may need another way. */
export const exportsHaveNames = refuse({
  where: (path) => !isPage(path) && !/\.config\.(?:ts|mjs)$/.test(path),
  seen: code,
  words: /\bexport\s+default\b|\bas\s+default\b/g,
  say: () => 'exports have names',
});

/** Fields that the specification names so. */
const wireWords =
  /\b(?:enabledToggleCount|projectEnabledToggleCount|\w*unknown_?flags?\w*|flagCreators|lastReportedFlagUsage|(?:total|active|current|stale|potentiallyStale)Flags|flags(?=: (?:\{\}|Type\.Object\(\{\}\)|Type\.Array|await ))|(?<=\bbody\.)flags)\b/gi;

/** The entity is a feature, in the service whose name is older than the word as well. */
export const theWordIsFeature = refuse({
  where: (path) => path.startsWith('services/toggles/src/'),
  seen: (text) => code(text).replaceAll(wireWords, (word) => ' '.repeat(word.length)),
  words: /\b(\w*(?:toggle(?!s)|flag)\w*)\b/gi,
  say: (word) => `${word}: the word is feature`,
});

/** A test's name states what is so. */
export const testsStateWhatIsSo: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts') || path.endsWith('.suite.ts'))
    .flatMap((file) => {
      const names = [...code(file.text).matchAll(/\b(?:it|describe|specify|context)(?:\.\w+)?\(\s*['"`]/g)];
      return names
        .filter((match) => /^should\b/i.test(file.text.slice(match.index + match[0].length)))
        .map((match) => `${locationOf(file, match.index)} a test states what is so, not what should be`);
    });

const leaning = /^(?:and|also|at|but|by|for|from|if|in|of|on|or|then|when|where|with|without)\b/i;

/** A test's title is a statement by itself, read without the group that it stands in. */
export const titlesStandAlone: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts') || path.endsWith('.suite.ts'))
    .flatMap((file) =>
      [...only(file.text, 'code').matchAll(/\b(?:it|specify)(?:\.\w+)?\(\s*['"`]/g)]
        .filter((match) => leaning.test(file.text.slice(match.index + match[0].length)))
        .map((match) => `${locationOf(file, match.index)} a title that leans on its group: begin with what the statement is about`),
    );

/** What is still to be done is an issue, not a comment. */
export const nothingIsLeftToDo = refuse({
  where: (path) => !isPage(path),
  seen: (text) => only(text, 'comment'),
  words: /\b(TODO|FIXME|XXX|HACK)\b/g,
  say: (word) => `${word}: finish it, or open an issue`,
});

const emptyNames = /^(?:utils?|common|helpers?|misc|types|constants)$/;

/** Folders and files are called after what they hold. Services have no drawer for the rest. */
export const namesSayWhatIsInside: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('services/'))
    .filter(({ path }) => path.split('/').some((part) => emptyNames.test(part.split('.', 1)[0] ?? '')))
    .map(({ path }) => `${path}:1 the name says nothing about what is inside`);

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Files and folders are written in kebab-case; kinds (`.test`, `.schema`) follow the name after a dot. */
export const filesAreInKebabCase: Rule = (files) =>
  files
    .filter(({ path }) => !isPage(path))
    .filter(({ path }) => !path.split(/[/.]/).every((part) => kebab.test(part)))
    .map(({ path }) => `${path}:1 files and folders are written in kebab-case`);

/** Number and name of a migration are those of its file, which holds no other. */
export const migrationsAreCalledAfterTheirFiles: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const file = /\/migrations\/(\d{4}-[^/.]+)\.ts$/.exec(path)?.[1];
    const names = [...text.matchAll(/\bname: '(\d{4}-[^']*)'/g)].map((match) => match[1]);
    return file === undefined || (names.length === 1 && names[0] === file) ? [] : [`${path}:1 holds ${names.join(' and ') || 'nothing'}`];
  });
