import { locationOf, type Rule, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

const maxWords = 30;

/** Pages and the console have no sentence of more than thirty words. */
export const sentencesStayShort: Rule = (files) =>
  files.flatMap((file) => {
    if (file.path.endsWith('.md')) return longIn(file, proseOf(file.text));
    return isOfConsole(file) ? longIn(file, literalsOf(file.text)) : [];
  });

/** Whether users may see the strings of a file. Paths of icons are drawings, and the names of operations are types. */
export const isOfConsole = ({ path }: SourceFile): boolean =>
  /^packages\/console\/src\/(?!parts\/mark\/icon\.tsx|server\/operations\.ts).*(?<!\.test)\.tsx?$/.test(path);

/** Long sentences of Markdown, such as a description in the API document. */
export const longSentences = (path: string, text: string): string[] => longIn({ path, text }, proseOf(text));

const fence = /^ *(```+)[^\n]*\n[\s\S]*?^ *\1 *$/gm;
/** Links in parentheses: the source of a statement, not part of its sentence. */
const citation = /\((?:\[(?:[^\][]|\[[^\]]*\])*\]\([^)\s]+\)(?:,\s+)?)+\)/g;
const linkTarget = /\]\([^)\s]+\)/g;
const tableRule = /^ *\|[ :|-]+\|$/gm;
const quotedCode = /`[^`\n]*`/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const oneWord = (text: string): string => `x${' '.repeat(text.length - 1)}`;

/** The text without fences, citations and link targets. Quoted code becomes one word. Positions stay the same. */
export const proseOf = (text: string): string =>
  text.replace(fence, blank).replace(quotedCode, oneWord).replace(citation, blank).replace(linkTarget, blank).replace(tableRule, blank);

/** The strings of a module, and its text between tags, each a paragraph of its own. Positions stay the same. */
const literalsOf = (source: string): string => only(source, 'string').replace(/['"`<>]/g, '|');

/** The end of a sentence: punctuation, or the end of a paragraph, heading, list item or table cell. */
const sentenceEnd = /[.!?](?=["”)*_]*\s)|\n(?=\s*(?:\n|[-*] |\d+\. |\||#))|(?<=^#.*)\n|\|/gm;

function longIn(file: SourceFile, prose: string): string[] {
  const ends = [...prose.matchAll(sentenceEnd)].map(({ index }) => index + 1);
  return [0, ...ends].flatMap((start, number) => {
    const sentence = prose.slice(start, ends[number]);
    const words = sentence.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    if (words <= maxWords) return [];
    const location = locationOf(file, start + sentence.search(/\S/));
    return [
      `${location} a sentence has ${words} words, at most ${maxWords} allowed: ${sentence.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`,
    ];
  });
}
