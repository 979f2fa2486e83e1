import { only } from './tokens.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';

/** Words of our own that the field has a term for, with their replacements. */
export const retiredWords: ReadonlyMap<string, string> = new Map([
  ['announce', 'publish'],
  ['announced', 'published'],
  ['asked', 'request or requested'],
  ['brake', 'throttle'],
  ['brakes', 'throttles'],
  ['chapter', 'section'],
  ['chapters', 'sections'],
  ['cheap', 'the figure'],
  ['conclude', 'what it does, before the commit for example'],
  ['dear', 'expensive'],
  ['depart', 'tombstone'],
  ['departed', 'tombstone'],
  ['departure', 'tombstone'],
  ['door', 'gateway, ingress or server'],
  ['doors', 'gateways, ingresses or servers'],
  ['examine', 'validate or dry-run'],
  ['examined', 'dry-run result'],
  ['fate', 'outcome'],
  ['fewest', 'min'],
  ['greatest', 'max'],
  ['held', 'locked, cached or existing'],
  ['joiner', 'assembler'],
  ['kept', 'stored, cached or saved'],
  ['lamp', 'status indicator'],
  ['lamps', 'status indicators'],
  ['largest', 'max'],
  ['longest', 'max'],
  ['most', 'max'],
  ['neighbours', 'peers'],
  ['nobody', 'anonymous or unknown user'],
  ['patience', 'timeout'],
  ['people', 'users'],
  ['person', 'user'],
  ['piece', 'chunk'],
  ['pieces', 'chunks'],
  ['place', 'feature environment, scope, workspace, pointer or sort order'],
  ['placed', 'with its feature, project or environment'],
  ['places', 'feature environments, scopes, workspaces, pointers or sort orders'],
  ['plate', 'card'],
  ['plates', 'cards'],
  ['presented', 'serialized'],
  ['program', 'application or SDK'],
  ['programs', 'applications or SDKs'],
  ['said', 'response or message'],
  ['sealed', 'cached response'],
  ['settle', 'validate or normalise'],
  ['settled', 'validated or normalised'],
  ['shelf', 'sample service'],
  ['spot', 'pointer'],
  ['stated', 'emitted or recorded'],
  ['stranger', 'unknown user'],
  ['strangers', 'unknown users'],
  ['stray', 'orphan'],
  ['strays', 'orphans'],
  ['suffer', 'inject a fault'],
  ['surroundings', 'effects'],
  ['told', 'notified or reported'],
  ['trouble', 'error or problem'],
  ['troubles', 'errors or problems'],
  ['usual', 'default'],
  ['wanted', 'required or expected'],
  ['whole', 'total or complete'],
  ['wish', 'input'],
  ['wishes', 'inputs'],
]);

/** Names that the platform or a library defines, with their origin. */
const names: Readonly<Record<string, string>> = {
  examine: 'a purpose in messages between services, which the previous version sends and expects',
  allSettled: 'of Promise, in ECMAScript',
  largestUnit: 'of Temporal, in ECMAScript',
  createProgram: 'of the compiler of TypeScript',
  program: 'of a project, in the compiler of TypeScript',
  programSize: 'of a compiled pattern, in RE2',
};

const wordsOf = (name: string): string[] => name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const retiredIn = (name: string): string | undefined =>
  Object.hasOwn(names, name) ? undefined : wordsOf(name).find((word) => retiredWords.has(word));

/** Names in code, names that pages quote, and names of files contain no retired words. Strings, comments and table columns may. */
export const retiredWordsStayRetired: Rule = (files) => files.flatMap((file) => [...inPath(file), ...inNames(file)]);

function inPath({ path }: SourceFile): string[] {
  const word = retiredIn(path);
  return word === undefined ? [] : [`${path}:1 the file name contains ${word}: use ${retiredWords.get(word)}`];
}

function inNames(file: SourceFile): string[] {
  return namesIn(file).flatMap(({ 0: name, index }) => {
    const word = retiredIn(name);
    return word === undefined ? [] : [`${locationOf(file, index)} ${name} contains ${word}: use ${retiredWords.get(word)}`];
  });
}

const namesIn = ({ path, text }: SourceFile): RegExpExecArray[] =>
  path.endsWith('.md') ? [...text.matchAll(/(?<=`)[\w$.()-]+(?=`)/g)] : [...only(text, 'code').matchAll(/[A-Za-z_$][\w$]*/g)];

/** Maximum number of our own words, few enough to learn in a minute. */
const maxOwnWords = 12;

/** The glossary of ARCHITECTURE.md explains at most twelve words, and no retired one. */
export const glossaryStaysShort: Rule = (files) =>
  files
    .filter(({ path }) => path === 'ARCHITECTURE.md')
    .flatMap((file) => {
      const start = file.text.indexOf('\n## Glossary\n');
      if (start < 0) return [`${file.path}:1 there is no glossary`];
      const words = [...file.text.matchAll(/^- \*\*([^*]+)\*\*:/gm)].filter(({ index }) => index > start);
      const many = words
        .slice(maxOwnWords)
        .map(({ 1: word, index }) => `${locationOf(file, index)} ${word} exceeds the limit of ${maxOwnWords} words`);
      const retired = words.filter(({ 1: word }) => retiredIn(word ?? '') !== undefined);
      return [...many, ...retired.map(({ 1: word, index }) => `${locationOf(file, index)} ${word} is retired`)];
    });
