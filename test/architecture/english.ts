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
  readonly text: string;
  readonly index: number;
  readonly group: string | undefined;
}

/** Titles are statements with a subject: their own, or that of the group that they are read with. */
export const titlesHaveASubject: Rule = (files) =>
  files.filter(isTestFile).flatMap((file) =>
    titlesOf(file).flatMap(({ text, index, group }) => {
      const problem = clause.test(text) ? 'the title begins with a relative clause' : disagreement(text, group);
      return problem === undefined ? [] : [`${locationOf(file, index)} ${problem}: ${group ?? ''} ${text}`];
    }),
  );

/** The problem if the verb does not fit the group. Checks only forms of "be" and "have", because other first words may be nouns. */
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
  for (const { 0: token, 1: kind, index } of code.matchAll(/[{}]|\b(describe|it)(?:Unless|\.\w+)?\(\s*(?=['"`])/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    while ((groups.at(-1)?.depth ?? -1) > depth) groups.pop();
    if (kind === undefined) continue;
    const start = index + token.length;
    const [, , title = ''] = /^(['"`])((?:\\.|(?!\1)[^\\])*)/.exec(text.slice(start)) ?? [];
    titles.push({
      text: title,
      index: start,
      group: groups.findLast((group) => !restriction.test(group.text))?.text,
    });
    if (kind === 'describe') groups.push({ text: title, depth: depth + 1 });
  }
  return titles;
}

/** Verbs in the imperative. Add one if a change does something else. */
const verbs = new Set(
  `abort accelerate accept adapt add adjust admit adopt align allocate allow announce answer append apply archive arrange ask assert
  assign attach audit authorize avoid await back balance base batch begin benchmark bind block boost bring buffer build bump bundle
  bypass cache call cancel cap capture cast catch center chain change check choose clamp clarify clean clear clone close code collect
  color combine comment commit compare compile complete compute configure confine confirm connect consolidate consume contain convert
  copy correct count cover create crop cut debounce declare decode decouple decrease dedupe defer define delay delegate delete deliver
  demote deny deprecate derive describe deselect destroy detach detect determine differentiate disable discard disconnect display
  distinguish divide document double downgrade download drain draw drop dry duplicate edit eliminate embed emit empty enable encode end
  enforce enlarge enrich ensure enter escape establish estimate evaluate exclude execute exempt exit expand expect expire explain export
  expose extend extract factor fail fetch fill filter find fit fix flush fold follow force fork format forward free freeze gather generalize
  generate give grant group guard halve handle harden hash hide highlight hold honor identify ignore implement import improve include
  increase index infer inherit initialize inject inline insert inspect install instrument integrate intern interpolate introduce
  invalidate invert isolate issue iterate join judge keep kill label lead learn leave let lift limit link list load localize lock log look lower make map mark
  mask match maximize measure memoize mend merge migrate minify minimize mirror mock modernize monitor mount move name narrow negotiate
  nest normalize note notify number observe obtain offer omit open optimize order organize override pad paginate parallelize parse pass
  patch pause permit persist pick pin ping plan play point poll populate port position postpone prefer preload prepare preserve press prevent
  preview print process produce profile promote prompt propagate propose protect prove provide prune publish purge put quarantine query queue
  raise randomize rank rate reach read rebuild recalculate receive recognize reconnect record recover recreate redact redirect redo reduce
  refactor reformat refresh refuse regenerate register reindex reject relax relay release reload remember remove rename render reopen
  reorder reorganize repair repeat rephrase replace replay replicate report reproduce request require reschedule reset resize resolve
  respect respond restart restore restrict restructure resume retire retrieve retry return reuse reveal revert review revise revoke
  reword rework rewrite root rotate round route run sanitize save say schedule scope scroll seal search secure see select send separate
  serialize serve set shard share shift shorten show shrink shuffle sign silence simplify simulate size skip sleep slice slow smooth
  snapshot solve sort space speak specify speed spell split spread stabilize stack standardize start state stay step stop store stream
  stretch strip stub style submit subscribe substitute subtract suggest supply support suppress suspend swap switch sync tag take target
  teach tell terminate test throttle tidy tighten time toggle tokenize trace track transfer transform transition translate treat trigger trim
  truncate trust try tune turn tweak type unblock undo unify unlock unpack unpin unsubscribe update upgrade upload use validate vary
  verify version visit wait wake walk warm warn watch weigh widen wire wrap write`.split(/\s+/),
);
const subjectLimit = 72;

/** Commit subjects are `area: verb in the imperative …`, in at most 72 columns. */
export function subjectProblems(subjects: readonly string[]): string[] {
  return subjects.flatMap((subject) => {
    const [, verb] = /^[a-z0-9-]+(?:, [a-z0-9-]+)*: ([a-z-]+)\b/.exec(subject) ?? [];
    if (verb === undefined) return [`${subject}: begin with the area, a colon and a verb`];
    if (!verbs.has(verb)) return [`${subject}: ${verb} is not in the list of verbs in english.ts`];
    return subject.length > subjectLimit ? [`${subject}: has ${subject.length} columns, at most ${subjectLimit} are allowed`] : [];
  });
}
