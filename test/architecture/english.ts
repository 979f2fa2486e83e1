import { only } from './tokens.ts';
import { locationOf, type Rule, type SourceFile } from './source.ts';

/** `One` is a pronoun here, not a number as in "One endpoint". */
const clause = /^(?:what|who|whoever|whom|whose|those|how|one (?:that|who|which|is|has|holds|may|must|can))\b/i;

/** Doc comments begin with a noun or a verb, not with a relative clause. */
export const docCommentsBeginWithTheSubject: Rule = (files) =>
  files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap((file) =>
      [...only(file.text, 'comment').matchAll(/\/\*\*[\s*]*/g)]
        .map(({ 0: opening, index }) => index + opening.length)
        .filter((start) => clause.test(file.text.slice(start, start + 20)))
        .map((start) => `${locationOf(file, start)} the comment begins with a relative clause: begin with a noun or a verb`),
    );

const isTestFile = ({ path }: SourceFile): boolean => /\.(?:test|suite|long)\.tsx?$/.test(path);
const plural = /s\b|\b(?:people|data|children|media|and)\b/i;
/** A group that only restricts the one around it, such as "when added". */
const restriction = /^(?:when|if|with|without|after|before|in|on|of)\b/i;

interface Title {
  readonly kind: 'describe' | 'it';
  readonly text: string;
  readonly index: number;
  readonly group: string | undefined;
}

/** Titles are statements with a subject: that of their own, or of the group that they are read with. */
export const titlesHaveASubject: Rule = (files) =>
  files.filter(isTestFile).flatMap((file) =>
    titlesOf(file).flatMap(({ text, index, group }) => {
      const problem = clause.test(text) ? 'the title begins with a relative clause' : disagreement(text, group);
      return problem === undefined ? [] : [`${locationOf(file, index)} ${problem}: ${group ?? ''} ${text}`];
    }),
  );

/** Whether the verb fits the group. Only titles that begin with a form of "be" or "have" are checked, because other first words may be nouns. */
function disagreement(text: string, group: string | undefined): string | undefined {
  const [verb = ''] = /^(?:is|are|has|have|was|were)\b/.exec(text) ?? [];
  if (verb === '' || group === undefined) return undefined;
  const head = group.split(/ (?:of|in|on|that|which|with|for|from|by|to|at|without|whose) /, 1)[0] ?? '';
  const isPlural = ['are', 'have', 'were'].includes(verb);
  return isPlural && !plural.test(head) ? 'the verb is plural and its subject is not' : undefined;
}

/** Titles that are plain strings, each with the title of the innermost group around it. */
function titlesOf({ text }: SourceFile): Title[] {
  const code = only(text, 'code');
  const titles: Title[] = [];
  const groups: { readonly text: string; readonly depth: number }[] = [];
  let depth = 0;
  for (const { 0: token, 1: kind, index } of code.matchAll(/[{}]|\b(describe|it)(?:\.\w+)?\(\s*(?=['"`])/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    while ((groups.at(-1)?.depth ?? -1) > depth) groups.pop();
    if (kind === undefined) continue;
    const start = index + token.length;
    const [, , title = ''] = /^(['"`])((?:\\.|(?!\1)[^\\])*)/.exec(text.slice(start)) ?? [];
    titles.push({
      kind: kind as Title['kind'],
      text: title,
      index: start,
      group: groups.findLast((group) => !restriction.test(group.text))?.text,
    });
    if (kind === 'describe') groups.push({ text: title, depth: depth + 1 });
  }
  return titles;
}

/** Verbs that begin the subjects of commits so far. Add one if the change does something else. */
const verbs = new Set(
  `accept add admit allow answer apply archive ask assert
  await begin bind build bundle call change check choose clarify close collect compare
  compile compute confine contain copy correct count cover create cut declare delete deliver deny describe detect document drop embed encode
  end ensure evaluate execute exempt expect explain export extend fail fetch find fix flush follow format generate give group handle hash hide
  hold import include index inline insert install introduce join keep label leave let limit link list load lock log look make mark measure
  mend merge migrate move name note number offer omit open order pass pin point prefer prepare prevent print prove publish put quarantine read
  record reduce refresh refuse register reject release remove rename render repeat replace replay report request require reset resolve restore
  retry return reuse reveal rewrite reword rotate run save say scope search see send separate serialize serve set share shorten show sign simplify
  size skip sort speak spell split start state stay stop store stream stretch strip sync take teach tell test throttle time trace translate treat trim
  try turn type undo unify update use validate verify wait warn watch widen wrap write`.split(/\s+/),
);
const subjectLimit = 72;

/** Commit subjects are `area: verb in the imperative …`, in at most 72 columns. */
export function subjectProblems(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) => {
    const [, verb] = /^[a-z0-9-]+(?:, [a-z0-9-]+)*: ([a-z-]+)\b/.exec(subject) ?? [];
    if (verb === undefined) return [`${subject}: begin with the area, a colon and a verb`];
    if (!verbs.has(verb)) return [`${subject}: ${verb} is no verb in the imperative that the list of english.ts has`];
    return subject.length > subjectLimit ? [`${subject}: has ${subject.length} columns, at most ${subjectLimit} are allowed`] : [];
  });
}
