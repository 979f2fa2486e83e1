import {
  eventDefinitions,
  Failure,
  featureCreated,
  type Judgement,
  judgeRules,
  nullable,
  protectionBypassed,
  releasePlanMilestoneStarted,
  Rules,
  safeguardTriggered,
  system,
  validator,
  type Validator,
} from '@signalbox/contracts';
import { Pattern } from '@signalbox/engine';
import { changesNothing, yieldToOthers } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { type AuditContext, route } from '../open-audit.ts';
import { listedEvent } from '../tables/event.ts';
import { tablesOf } from '../tables/tables.ts';
import { type Event, serializeEvent } from './event.schema.ts';
import { PastFacts } from './past-facts.ts';

/** Judged changes, and the newest events of the project, which contain them and say what preceded them. */
const [maxJudged, maxEvents] = [200, 2000];

/** As `GET .../rules` returns them. */
const DryRunRules = Type.Object({
  rules: Rules,
  naming: Type.Optional(Type.Object({ pattern: nullable(Type.String({ maxLength: 1000 })) })),
});
type DryRunRules = Static<typeof DryRunRules>;

const RuleOutcome = Type.Object({
  rule: Type.String(),
  /** Changes that the rule would have refused. */
  refused: Type.Integer(),
  /** Changes whose circumstances at that time are not known. */
  unknown: Type.Integer(),
  /** The newest refused changes. `event` is the id of the event. */
  examples: Type.Array(Type.Object({ event: Type.Integer(), message: Type.String() })),
});
const DryRunOutcome = Type.Object({ changes: Type.Integer(), rules: Type.Array(RuleOutcome) });

export const dryRunRulesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/rules/dry-run',
    summary: 'Judge the last 200 changes of features of a project by other rules, without storing anything',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: Type.Object({ projectId: Type.String() }),
    body: DryRunRules,
    answers: { 200: DryRunOutcome },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  ({ params, body }, context) => dryRunRules(context, params.projectId, body),
);

/** A judgement by a rule, or by the naming pattern. */
type Found = Omit<Judgement<Event>, 'rule'> & { readonly rule: string };

async function dryRunRules(context: AuditContext, project: string, { rules, naming }: DryRunRules): Promise<Static<typeof DryRunOutcome>> {
  const changes = changesIn(await readEvents(context, project));
  const judged = changes.slice(-maxJudged);
  const facts = new PastFacts(rules.stagedFirst ? [rules.stagedFirst.after] : []);
  const found: Found[][] = [];
  const judgesName = naming?.pattern ? namingJudge(naming.pattern) : null;
  for (const events of changes) {
    for (const event of events) facts.note(event);
    if (!judged.includes(events) || isExempt(events)) continue;
    const byName = judgesName ? events.filter(({ type }) => type === featureCreated.type).map(judgesName) : [];
    found.push([...judgeRules(rules, events, (event) => facts.of(event)), ...byName]);
    await yieldToOthers();
  }
  const names = [...Object.keys(rules), ...(judgesName ? ['naming'] : [])];
  return { changes: judged.length, rules: names.map((rule) => outcomeOf(rule, found)) };
}

const maxExamples = 5;

/** Counts each change once, however many of its events break the rule. */
function outcomeOf(rule: string, found: readonly (readonly Found[])[]): Static<typeof RuleOutcome> {
  const own = found.map((judgements) => judgements.filter((judgement) => judgement.rule === rule));
  const refused = own.flatMap((judgements) => judgements.find(({ problem }) => Boolean(problem)) ?? []);
  const unknown = own.filter((some) => some.some(({ problem }) => problem === undefined) && !some.some(({ problem }) => Boolean(problem)));
  const newest = refused.slice(-maxExamples).reverse();
  return {
    rule,
    refused: refused.length,
    unknown: unknown.length,
    examples: newest.map(({ event, problem }) => ({ event: event.id, message: problem ?? '' })),
  };
}

function namingJudge(source: string): (event: Event) => Found {
  const pattern = Pattern.fromJavaScript(source);
  if (pattern.flaw !== undefined || pattern.excess)
    throw new Failure('BadDataError', 'naming/pattern must be a valid and small regular expression (RE2 syntax).', {
      path: 'naming/pattern',
    });
  return (event) => {
    const name = event.featureName ?? '';
    return { rule: 'naming', event, problem: pattern.covers(name) ? null : `name must match ${source}, the naming pattern; got ${name}.` };
  };
}

/** The newest events of the project, oldest first. Events whose content has expired, or has another shape, are left out. */
async function readEvents({ em }: AuditContext, project: string): Promise<Event[]> {
  const rows = await tablesOf(em)
    .selectFrom('event')
    .where('project', '=', project)
    .select(listedEvent.selection)
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.map(serializeEvent).filter(isReadable).reverse();
}

const checks = new Map<string, readonly [Validator, Validator]>();

function isReadable({ type, data, preData }: Event): boolean {
  const definition = eventDefinitions.get(type);
  if (!definition) return false;
  const [ofData, ofPreData] = checks.getOrInsertComputed(type, () => [validator(definition.data), validator(definition.preData)]);
  return ofData(data) && ofPreData(preData);
}

/** Changes of features, oldest first: the events of one request. */
function changesIn(events: readonly Event[]): Event[][] {
  const groups = Map.groupBy(events, ({ groupId, id }) => groupId ?? id);
  return [...groups.values()].filter((group) => group.some(({ featureName }) => featureName !== null));
}

/** Types of events that are in the group of a change that no rule refuses: a user gave a reason, or a safeguard acted. */
const exempting: ReadonlySet<string> = new Set([protectionBypassed.type, safeguardTriggered.type]);

/** A user with a reason made the change, or the product itself: at once, or by a safeguard or a release plan in their names. */
const isExempt = (events: readonly Event[]): boolean =>
  events.some(
    ({ type, data, createdBy, createdByUserId }) =>
      exempting.has(type) ||
      (type === releasePlanMilestoneStarted.type && data?.['automatic'] === true) ||
      (createdBy === system.name && createdByUserId === null),
  );
