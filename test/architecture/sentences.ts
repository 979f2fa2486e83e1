import { locationOf, type Rule, type SourceFile } from './source.ts';

const maxWords = 30;

/** Long sentences that a page may still have. Lower a number when a page improves; never raise one. */
const allowances: Readonly<Record<string, number>> = {
  'CONTRIBUTING.md': 1,
  'docs/benchmarks.md': 19,
  'docs/decisions/0020-evaluations-have-a-step-budget.md': 1,
  'docs/decisions/0030-images.md': 1,
  'docs/decisions/0031-route-sdks-directly-to-delivery.md': 1,
  'docs/decisions/0047-idempotent-sql-migrations.md': 1,
  'docs/decisions/0051-what-deploys-is-run.md': 1,
  'docs/decisions/0054-user-tokens-act-as-their-owner.md': 1,
  'docs/decisions/0056-bind-single-sign-on-to-the-browser.md': 1,
  'docs/decisions/0058-second-factors-and-step-up.md': 1,
  'docs/decisions/0061-tests-of-other-services-stand-on-test-users.md': 3,
  'docs/decisions/0096-answers-of-the-playground-are-filled-in.md': 3,
  'docs/decisions/0098-images-start-from-a-bundle.md': 3,
  'docs/reference/events.md': 1,
  'docs/reference/metrics.md': 1,
  'docs/reference/settings.md': 1,
};

/** Pages have no sentence of more than thirty words. A page above its allowance gets a finding for each of its long sentences. */
export const sentencesStayShort: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((page) => {
      const found = longSentences(page);
      return found.length > (allowances[page.path] ?? 0) ? found : [];
    });

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
      `${location} a sentence has ${words} words, at most ${maxWords} are allowed: ${sentence.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}`,
    ];
  });
}
