import type { Constraint } from '@signalbox/contracts';
import { type EntityManager, yieldToOthers } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { perStatement } from '../../base/database/in-chunks.ts';
import { projectEnvironmentTable } from '../../tables/project.ts';
import { releasePlanTable, releaseTemplateTable } from '../../tables/release.ts';
import { segmentTable } from '../../tables/segment.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type CurrentObjects, noNames, type Names, objectKey } from '../document/current-documents.ts';
import type { Kind } from '../document/document.schema.ts';

/** The strategies and segments of a project after a plan has been applied. */
export interface Remaining {
  /** Features that the plan archives. Like all archived features, they keep their strategies. */
  readonly archiving: ReadonlySet<string>;
  /** Returns true if a document describes these strategies, and takes effect without a change request. */
  readonly decidesStrategies: (feature: string, environment: string) => boolean;
  /** Returns true if a document describes this release plan, and takes effect without a change request. */
  readonly decidesPlan: (feature: string, environment: string) => boolean;
  /** Returns true if the plan changes or deletes this release template. */
  readonly decidesTemplate: (project: string, name: string) => boolean;
  /** Returns true if a document describes this segment, and takes effect without a change request. */
  readonly decidesSegment: (name: string) => boolean;
}

/** The unwanted objects that remain in use, by users. */
export interface RemainingUses {
  /** Used by archived features, and by segments that are kept for them. */
  readonly archived: Names;
  /** Used by other features, default strategies, release templates and plans, change requests or other segments. */
  readonly active: Names;
}

/** The unwanted objects that remain in use, so that they cannot be deleted. */
export async function readRemainingUses(
  em: EntityManager,
  unwanted: Names,
  current: CurrentObjects,
  remaining: Remaining,
): Promise<RemainingUses> {
  const [archived, active] = [noNames(), noNames()];
  for (const { kind, name, feature, environment, isArchived } of await readUsesInStrategies(em, unwanted)) {
    if (isArchived || remaining.archiving.has(feature)) archived[kind].add(name);
    else if (!remaining.decidesStrategies(feature, environment)) active[kind].add(name);
  }
  const idOf = (segment: string) => current.get(objectKey('Segment', segment))?.id ?? 0;
  const add = (to: Record<Kind, Set<string>>, { strategies, segments, fields }: UsedParts) => {
    for (const name of unwanted.Segment) if (segments.has(idOf(name))) to.Segment.add(name);
    for (const name of unwanted.StrategyDefinition.intersection(strategies)) to.StrategyDefinition.add(name);
    for (const name of unwanted.ContextField.intersection(fields)) to.ContextField.add(name);
  };
  const others = await readOtherUses(em, unwanted, remaining);
  add(archived, others.archived);
  add(active, others.active);
  for (const { name, field } of await readFieldsOfSegments(em, unwanted)) {
    if (!unwanted.ContextField.has(field) || remaining.decidesSegment(name)) continue;
    if (archived.Segment.has(name)) archived.ContextField.add(field);
    else if (!unwanted.Segment.has(name)) active.ContextField.add(field);
  }
  return { archived, active };
}

interface Use {
  readonly kind: Kind;
  readonly name: string;
  readonly feature: string;
  readonly environment: string;
  readonly isArchived: boolean;
}

async function readUsesInStrategies(em: EntityManager, names: Names): Promise<Use[]> {
  const strategies = tablesOf(em)
    .selectFrom('feature_strategy as strategy')
    .innerJoin('feature', 'feature.name', 'strategy.feature_name')
    .select(['feature.name as feature', 'feature.archived_at', 'strategy.environment'])
    .distinct();
  const uses: Use[] = [];
  const add = async (
    kind: Kind,
    query: { execute: () => Promise<readonly (Omit<Use, 'kind' | 'isArchived'> & { readonly archived_at: unknown })[]> },
  ) => {
    for (const { archived_at, ...row } of await query.execute()) uses.push({ kind, ...row, isArchived: archived_at !== null });
  };
  if (names.Segment.size > 0) {
    const segments = strategies
      .innerJoin('feature_strategy_segment as use', 'use.strategy_id', 'strategy.id')
      .innerJoin('segment', 'segment.id', 'use.segment_id')
      .where('segment.name', 'in', [...names.Segment]);
    await add('Segment', segments.select('segment.name'));
  }
  if (names.StrategyDefinition.size > 0) {
    const types = strategies.where('strategy.strategy_name', 'in', [...names.StrategyDefinition]);
    await add('StrategyDefinition', types.select('strategy.strategy_name as name'));
  }
  if (names.ContextField.size > 0) {
    const fields = strategies
      .innerJoin('strategy_context as context', 'context.strategy_id', 'strategy.id')
      .where('context.context_name', 'in', [...names.ContextField]);
    await add('ContextField', fields.select('context.context_name as name'));
  }
  return uses;
}

/** Names of strategy types, ids of segments and names of context fields. */
interface UsedParts {
  readonly strategies: Set<string>;
  readonly segments: Set<number>;
  readonly fields: Set<string>;
}

interface OtherStrategy {
  readonly name?: string;
  readonly segments?: readonly number[];
  readonly constraints?: readonly Constraint[];
}

const noParts = (): UsedParts => ({ strategies: new Set(), segments: new Set(), fields: new Set() });

function addStrategy(used: UsedParts, { name, segments = [], constraints = [] }: OtherStrategy): void {
  if (name !== undefined) used.strategies.add(name);
  for (const id of segments) used.segments.add(id);
  for (const { contextName } of constraints) used.fields.add(contextName);
}

/** Uses by default strategies, release templates, release plans and change requests. */
async function readOtherUses(em: EntityManager, names: Names, { archiving, decidesPlan, decidesTemplate }: Remaining) {
  const [archived, active] = [noParts(), noParts()];
  if (names.Segment.size + names.StrategyDefinition.size + names.ContextField.size === 0) return { archived, active };
  const db = tablesOf(em);
  const chosen = await ofProject.read(db.selectFrom('project_environment').where('default_strategy', 'is not', null));
  for (const { defaultStrategy } of chosen) addStrategy(active, defaultStrategy ?? {});
  const templates = await ofTemplate.read(db.selectFrom('release_template'));
  for (const { project, name, milestones } of templates) if (!decidesTemplate(project, name)) addMilestones(active, milestones);
  for await (const { feature, environment, archived_at, milestones } of readPlans(em))
    if (archived_at !== null || archiving.has(feature)) addMilestones(archived, milestones);
    else if (!decidesPlan(feature, environment)) addMilestones(active, milestones);
  for (const id of await readProposedSegments(em, names)) active.segments.add(id);
  return { archived, active };
}

const ofProject = new Projection(projectEnvironmentTable, ['defaultStrategy']);
const ofTemplate = new Projection(releaseTemplateTable, ['project', 'name', 'milestones']);
const ofPlan = new Projection(releasePlanTable, ['id', 'environment', 'milestones']);

function addMilestones(used: UsedParts, milestones: readonly { readonly strategies: readonly OtherStrategy[] }[]): void {
  for (const { strategies } of milestones) for (const strategy of strategies) addStrategy(used, strategy);
}

/** All release plans with their features. There may be one for each feature and environment. */
async function* readPlans(em: EntityManager) {
  const plans = tablesOf(em)
    .selectFrom('release_plan')
    .innerJoin('feature', 'feature.name', 'release_plan.feature_name')
    .orderBy('release_plan.id')
    .limit(perStatement)
    .select(['feature.name as feature', 'feature.archived_at']);
  for (let last = ''; ; ) {
    const rows = await ofPlan.read(plans.where('release_plan.id', '>', last));
    yield* rows;
    if (rows.length < perStatement) return;
    last = rows.at(-1)?.id ?? '';
    await yieldToOthers();
  }
}

/** The segments that open change requests would use. */
async function readProposedSegments(em: EntityManager, { Segment: names }: Names): Promise<number[]> {
  if (names.size === 0) return [];
  const uses = tablesOf(em)
    .selectFrom('proposed_use')
    .innerJoin('open_proposal', 'open_proposal.id', 'proposed_use.proposal_id')
    .innerJoin('segment', 'segment.id', 'proposed_use.segment_id')
    .where('segment.name', 'in', [...names]);
  return (await uses.select('segment.id').distinct().execute()).map(({ id }) => id);
}

async function readFieldsOfSegments(
  em: EntityManager,
  { ContextField: fields }: Names,
): Promise<{ readonly name: string; readonly field: string }[]> {
  if (fields.size === 0) return [];
  const segments = await ofSegment.read(tablesOf(em).selectFrom('segment'));
  return segments.flatMap(({ name, constraints }) => constraints.map(({ contextName }) => ({ name, field: contextName })));
}

const ofSegment = new Projection(segmentTable, ['name', 'constraints']);
