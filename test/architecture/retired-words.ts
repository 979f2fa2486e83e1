import { only } from './tokens.ts';
import { placeOf, type Rule, type SourceFile } from './source.ts';

/** Words that stood for something that the field has a term for, and what to say instead. */
export const retiredWords: Readonly<Record<string, string>> = {
  announce: 'publish',
  announced: 'published',
  conclude: 'what it does, before the commit for example',
  depart: 'tombstone',
  departed: 'tombstone',
  departure: 'tombstone',
  fate: 'outcome',
  fewest: 'min',
  greatest: 'max',
  held: 'locked, cached or existing',
  kept: 'stored, cached or saved',
  largest: 'max',
  longest: 'max',
  most: 'max',
  neighbours: 'peers',
  nobody: 'anonymous or unknown user',
  people: 'users',
  person: 'user',
  place: 'feature environment, scope, workspace, pointer or sort order',
  places: 'feature environments, scopes, workspaces, pointers or sort orders',
  placed: 'with its feature, project or environment',
  program: 'application or SDK',
  programs: 'applications or SDKs',
  sealed: 'cached response',
  settle: 'validate or normalise',
  settled: 'validated or normalised',
  shelf: 'sample service',
  spot: 'pointer',
  stranger: 'unknown user',
  strangers: 'unknown users',
  stray: 'orphan',
  strays: 'orphans',
  surroundings: 'effects',
  trouble: 'problem',
  usual: 'default',
  whole: 'total or complete',
  wish: 'input',
  wishes: 'inputs',
};

/** The parts of the workspace that speak the field's words. */
const fluent = /^(?:packages|services\/(?:audit|identity|toggles))\//;

/** Names of the platform. */
const platform = /\bPromise\.allSettled\b/g;

const blanks = (name: string) => ' '.repeat(name.length);

const wordsOf = (name: string): string[] => name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const retiredIn = (name: string): string | undefined => wordsOf(name).find((word) => Object.hasOwn(retiredWords, word));

/** Neither a name in code nor that of a file says a retired word. Texts, comments and the columns of tables may. */
export const retiredWordsStayRetired: Rule = (files) =>
  files.filter(({ path }) => fluent.test(path) && path.endsWith('.ts')).flatMap((file) => [...inPath(file), ...inCode(file)]);

function inPath({ path }: SourceFile): string[] {
  const word = retiredIn(path.split('/').slice(2).join('/'));
  return word === undefined ? [] : [`${path}:1 the file is called ${word}; say ${retiredWords[word]}`];
}

function inCode(file: SourceFile): string[] {
  const code = only(file.text, 'code').replaceAll(platform, blanks);
  return [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(({ 0: name, index }) => {
    const word = retiredIn(name);
    return word === undefined ? [] : [`${placeOf(file, index)} ${name}: instead of ${word}, say ${retiredWords[word]}`];
  });
}

/** As many words of our own as a newcomer can learn in a minute. */
const maxOwnWords = 12;

/** The glossary of ARCHITECTURE.md explains at most twelve words, and no retired one. */
export const glossaryStaysShort: Rule = (files) =>
  files
    .filter(({ path }) => path === 'ARCHITECTURE.md')
    .flatMap((file) => {
      const start = file.text.indexOf('\n## Glossary\n');
      if (start < 0) return [`${file.path}:1 there is no glossary`];
      const words = [...file.text.matchAll(/^- \*\*([^*]+)\*\*:/gm)].filter(({ index }) => index > start);
      const many = words.slice(maxOwnWords).map(({ 1: word, index }) => `${placeOf(file, index)} ${word} is one word of our own too many`);
      const retired = words.filter(({ 1: word }) => retiredIn(word ?? '') !== undefined);
      return [...many, ...retired.map(({ 1: word, index }) => `${placeOf(file, index)} ${word} is retired`)];
    });
