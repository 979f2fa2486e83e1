import { locationOf, type Rule, type SourceFile } from './source.ts';

const maxWords = 30;

/** Pages have no sentence of more than thirty words. */
export const sentencesStayShort: Rule = (files) => files.filter(({ path }) => path.endsWith('.md')).flatMap(longSentences);

const fence = /^ *(```+)[^\n]*\n[\s\S]*?^ *\1 *$/gm;
/** Links in parentheses: the source of a statement, not part of its sentence. */
const citation = /\((?:\[(?:[^\][]|\[[^\]]*\])*\]\([^)\s]+\)(?:,\s+)?)+\)/g;
const linkTarget = /\]\([^)\s]+\)/g;
const tableRule = /^ *\|[ :|-]+\|$/gm;
const quotedCode = /`[^`\n]*`/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
const oneWord = (text: string): string => `x${' '.repeat(text.length - 1)}`;

/** The text without fences, citations and link targets. Quoted code becomes one word. Positions stay the same. */
const proseOf = (text: string): string =>
  text.replace(fence, blank).replace(quotedCode, oneWord).replace(citation, blank).replace(linkTarget, blank).replace(tableRule, blank);

/** The end of a sentence: punctuation, or the end of a paragraph, heading, list item or table cell. */
const sentenceEnd = /[.!?](?=["”)*_]*\s)|\n(?=\s*(?:\n|[-*] |\d+\. |\||#))|(?<=^#.*)\n|\|/gm;

function longSentences(page: SourceFile): string[] {
  const text = proseOf(page.text);
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1);
  return [0, ...ends].flatMap((start, number) => {
    const sentence = text.slice(start, ends[number]);
    const words = sentence.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    if (words <= maxWords) return [];
    const location = locationOf(page, start + sentence.search(/\S/));
    return [
      `${location} a sentence has ${words} words, at most ${maxWords} allowed: ${sentence.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`,
    ];
  });
}
