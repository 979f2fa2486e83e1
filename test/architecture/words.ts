import { only } from './tokens.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';

interface Forbidden {
  readonly where: (path: string) => boolean;
  /** Returns the part of the text to check. */
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

/** The adapters of Redis may name its clusters. */
const knowsWaysOfRunning = /^(?:services\/standalone|test|deploy|tools|packages\/(?:testing|cache))\//;

/** Invariant 1 of ARCHITECTURE.md: only code that starts processes depends on the way of running. Comments may mention it. */
export const waysOfRunningStayOutside = refuse({
  where: (path) => !knowsWaysOfRunning.test(path) && !isPage(path),
  seen: codeAndStrings,
  words: /(embedded|standalone|(?<!rediss?-)cluster)/gi,
  say: (word) => `"${word}" may appear only in tests and in code that starts processes`,
});

const readsEnvironment =
  /^(?:tools\/|deploy\/image\/health-check\.ts$|packages\/cli\/bin\.mjs$|packages\/(?:cli|migration)\/src\/main\.ts$|packages\/testing\/src\/environment\.ts$|services\/standalone\/src\/base\/process\.ts$|test\/failure\/failing-main\.fixture\.ts$)/;

/** Settings are read once, in one place. The health check and command lines are exempt. Journeys pass their environment to the processes that they start. */
export const environmentIsReadOnce = refuse({
  where: (path) => !readsEnvironment.test(path) && !isPage(path),
  seen: (text) => code(text).replaceAll('{ ...process.env,', (handedOn) => ' '.repeat(handedOn.length)),
  words: /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\benv\b[^;'"]*\bfrom\s*['"] *['"]/g,
  say: () => 'only services/standalone/src/base/process.ts may read settings from the environment',
});

/** Exports are named, so that a thing has the same name everywhere. Configuration files of tools are exempt. */
export const exportsHaveNames = refuse({
  where: (path) => !isPage(path) && !/\.config\.(?:ts|mjs)$/.test(path),
  seen: code,
  words: /\bexport\s+default\b|\bas\s+default\b/g,
  say: () => 'use a named export',
});

/** Field names of the specification. */
const wireWords =
  /\b(?:enabledToggleCount|projectEnabledToggleCount|\w*unknown_?flags?\w*|flagCreators|lastReportedFlagUsage|(?:total|active|current|stale|potentiallyStale)Flags|flags(?=: (?:\{\}|Type\.Object\(\{\}\)|Type\.Array|await ))|(?<=\bbody\.)flags|flag(?=: (?:ManifestFeature|\{ key)))\b/gi;

/** The entity is called feature, also in the toggles service. */
export const theWordIsFeature = refuse({
  where: (path) => path.startsWith('services/toggles/src/'),
  seen: (text) => code(text).replaceAll(wireWords, (word) => ' '.repeat(word.length)),
  words: /\b(\w*(?:toggle(?!s)|flag)\w*)\b/gi,
  say: (word) => `${word}: say feature instead`,
});

/** Test titles are statements. */
export const testsStateWhatIsSo: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts') || path.endsWith('.suite.ts'))
    .flatMap((file) => {
      const names = [...code(file.text).matchAll(/\b(?:it|describe|specify|context)(?:\.\w+)?\(\s*['"`]/g)];
      return names
        .filter((match) => /^should\b/i.test(file.text.slice(match.index + match[0].length)))
        .map((match) => `${locationOf(file, match.index)} state what the code does, without "should"`);
    });

const leaning = /^(?:and|also|at|but|by|for|from|if|in|of|on|or|then|when|where|with|without)\b/i;

/** Test titles do not depend on the title of their group. */
export const titlesStandAlone: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts') || path.endsWith('.suite.ts'))
    .flatMap((file) =>
      [...only(file.text, 'code').matchAll(/\b(?:it|specify)(?:\.\w+)?\(\s*['"`]/g)]
        .filter((match) => leaning.test(file.text.slice(match.index + match[0].length)))
        .map((match) => `${locationOf(file, match.index)} the title depends on its group: begin with the subject or the verb`),
    );

/** Comments contain no to-dos. */
export const nothingIsLeftToDo = refuse({
  where: (path) => !isPage(path),
  seen: (text) => only(text, 'comment'),
  words: /\b(TODO|FIXME|XXX|HACK)\b/g,
  say: (word) => `${word}: finish it, or open an issue`,
});

const emptyNames = /^(?:utils?|common|helpers?|misc|texts|types|constants)$/;

/** Folders and files are named after their contents. */
export const namesSayWhatIsInside: Rule = (files) =>
  files
    .filter(({ path }) => /^(?:services|packages\/console)\//.test(path))
    .filter(({ path }) => path.split('/').some((part) => emptyNames.test(part.split('.', 1)[0] ?? '')))
    .map(({ path }) => `${path}:1 the name does not describe the contents`);

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** File and folder names are in kebab-case. Kinds (`.test`, `.schema`) follow after a dot. */
export const filesAreInKebabCase: Rule = (files) =>
  files
    .filter(({ path }) => !isPage(path))
    .filter(({ path }) => !path.split(/[/.]/).every((part) => kebab.test(part)))
    .map(({ path }) => `${path}:1 use kebab-case for files and folders`);

/** A migration has the number and name of its file, which contains only that migration. */
export const migrationsAreCalledAfterTheirFiles: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const file = /\/migrations\/(\d{4}-[^/.]+)\.ts$/.exec(path)?.[1];
    const names = [...text.matchAll(/\bname: '(\d{4}-[^']*)'/g)].map((match) => match[1]);
    return file === undefined || (names.length === 1 && names[0] === file)
      ? []
      : [`${path}:1 contains ${names.join(' and ') || 'no migration'}: expected one, named after the file`];
  });
