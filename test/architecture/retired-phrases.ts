import { isOfConsole, proseOf } from './sentences.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

/** Words and phrases of prose that read as translated, with what to write instead. */
const retiredPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\btold\b/, 'notified or reported'],
  [/\bhears\b/, 'receives'],
  [/\bwanted\b/, 'required or expected'],
  [/\b(?:is|are|was|were|be|been) asked\b/, 'the subject that requests'],
  [/\bwho(?:m|se)?ever\b/, 'the caller, the token or another noun'],
  [/\bwants to\b/, 'the verb itself'],
  [/\bas (?:far|good) as\b/, 'a plain condition'],
  [/\ball the same\b/, 'anyway'],
  [/\bbeside (?:the|it|them|each)\b/, 'alongside or next to'],
  [/\bdear(?:er|est)?\b/, 'expensive, or the figure'],
  [/\ba moment ago\b/, 'recently'],
  [/\b(?:nobody|nothing|none) but\b/, 'only'],
  [/\bthose who\b/, 'a noun'],
  [/\bfor nobody\b(?!@)/, 'stops matching, or has no users'],
  [/\b(?:go(?:es|ing)?|went) on by itself\b|\bfollows by itself\b/, 'automatically'],
  [/\bin vain\b/, 'without effect'],
  [/\bat last\b/, 'eventually'],
  [/\bwhich it (?:is|was) not\b|\bas it (?:is|was) before\b/, 'what it is'],
  [/\b(?:brakes?|patience|chapters?|plates?)\b/, 'throttle, timeout, assembler, section or card'],
  [/\bexamin(?:e|es|ed|ing)\b/, 'validate or dry-run'],
  [/\bcarr(?:y|ies|ied) out\b/, 'execute'],
  [/(?<![-/])\b(?:e-mails?|log-ins?)\b(?![-/])/, 'email or login'],
  [/\b(?:behaviours?|colours?|neighbours?|(?:author|normal|recogn|serial|synchron|initial)is(?:e[ds]?|ing))\b/, 'the American spelling'],
  [/\b(?:strays?|strangers?|surroundings|wish(?:es)?)\b/, 'orphan, unknown user, effects or input'],
];

/** Further ones that no text of the console has, and the second word of pairs that mean the same. */
const retiredInConsole: typeof retiredPhrases = [
  [/(?<!')\b(?:some|no|every)body\b(?!')/, 'a role, or you'],
  [/\b(?:not )?asked for\b/, 'unused or requested'],
  [/\b(?:made up|outlived|stands?|choose all)\b/, 'a plain verb'],
  [/\bswitch(?:ed)? (?:on|off)\b/, 'turn on or turn off'],
  [/\black the permission\b/, 'not allowed, with the permission'],
  [/\btest (?:person|people)\b/, 'test user'],
  [/\buser name\b/, 'username'],
];

/** Comments, test titles, messages, pages and the console use no retired phrase. Quoted code and the tests of these rules may. */
export const retiredPhrasesStayRetired: Rule = (files) =>
  files
    .filter(({ path }) => !path.startsWith('test/architecture/'))
    .flatMap((file) => [
      ...phrasesIn(file, file.path.endsWith('.md') ? proseOf(file.text) : proseOfCode(file.text), retiredPhrases),
      ...(isOfConsole(file) ? phrasesIn(file, only(file.text, 'string'), retiredInConsole) : []),
    ]);

/** A blank, or the line break that the formatter puts there. */
const wrapped = '(?: |\\n\\s*)';

const phrasesIn = (file: SourceFile, prose: string, phrases: typeof retiredPhrases): string[] =>
  phrases.flatMap(([phrase, instead]) =>
    [...prose.matchAll(new RegExp(phrase.source.replaceAll(' ', wrapped), 'gi'))].map(
      ({ 0: found, index }) => `${locationOf(file, index)} "${found}": use ${instead}`,
    ),
  );

/** Comments, and strings of at least four words, also between tags. Positions stay the same. */
function proseOfCode(source: string): string {
  const comments = proseOf(only(source, 'comment'));
  const strings = only(source, 'string').replace(/[^'"`<>]+/g, (text) => (isSentence(text) ? text : text.replace(/[^\n]/g, ' ')));
  return Array.from(comments, (character, index) => (character === ' ' ? strings[index] : character)).join('');
}

const isSentence = (text: string): boolean => (text.match(/(?<=^|\s)[\p{L}…]+(?=[\s,.:;]|$)/gu)?.length ?? 0) >= 4;
