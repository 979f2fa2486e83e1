import type { Context, EntityManager, ReadContext } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { formatCounts } from '../../base/input/format-counts.ts';
import { releasePlanTable, releaseTemplateTable } from '../../tables/release.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { FeatureUse } from '../list/local-applications.ts';

/**
 * Numbers of uses of a segment: in strategies (including those of archived features), default strategies of projects, open
 * change requests, release templates and release plans.
 */
export interface SegmentUsers {
  readonly strategies: number;
  readonly defaultStrategies: number;
  /** Strategies in changes of open change requests. */
  readonly proposed: number;
  readonly templates: number;
  readonly plans: number;
  /** Empty for templates of all projects. */
  readonly projects: ReadonlySet<string>;
}

/** For decisions under a lock on the segment. */
export async function usersOfSegment(em: EntityManager, id: number): Promise<SegmentUsers> {
  const counts = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('feature_strategy', 'feature_strategy.id', 'feature_strategy_segment.strategy_id')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('segment_id', '=', id)
    .groupBy('feature.project_id')
    .select((use) => ['feature.project_id as project', use.fn.countAll<number>().as('strategies')])
    .execute();
  const using = await defaultsUsing(em, id);
  const proposals = await tablesOf(em)
    .selectFrom('proposed_use')
    .innerJoin('open_proposal', 'open_proposal.id', 'proposed_use.proposal_id')
    .where('segment_id', '=', id)
    .groupBy('open_proposal.project_id')
    .select((use) => ['open_proposal.project_id as project', use.fn.countAll<number>().as('strategies')])
    .execute();
  const templates = await templatesUsing(em, id);
  const plans = await plansUsing(em, id);
  return {
    strategies: counts.reduce((sum, { strategies }) => sum + Number(strategies), 0),
    defaultStrategies: using.length,
    proposed: proposals.reduce((sum, { strategies }) => sum + Number(strategies), 0),
    templates: templates.length,
    plans: plans.length,
    projects: new Set([...counts, ...using, ...proposals, ...templates, ...plans].map(({ project }) => project)),
  };
}

/** An environment of a project. */
interface UsedIn {
  readonly project: string;
  readonly environment: string;
}

/** Where strategies use the segment: those of features, of milestones, and default strategies. An environment may be repeated. */
async function environmentsUsing(em: EntityManager, id: number): Promise<UsedIn[]> {
  const strategies = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('feature_strategy', 'feature_strategy.id', 'feature_strategy_segment.strategy_id')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('segment_id', '=', id)
    .select(['feature.project_id as project', 'feature_strategy.environment'])
    .distinct()
    .execute();
  return [...strategies, ...(await defaultsUsing(em, id)), ...(await plansUsing(em, id))];
}

/** The features whose strategies use the segment, by environment. */
export const readUsesOfSegment = (em: EntityManager, id: number): Promise<(UsedIn & { readonly feature: string })[]> =>
  tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('feature_strategy', 'feature_strategy.id', 'feature_strategy_segment.strategy_id')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('segment_id', '=', id)
    .select(['feature.name as feature', 'feature.project_id as project', 'feature_strategy.environment'])
    .distinct()
    .execute();

/** The features whose strategies use the segment, by environment, in projects that the caller can see. */
export async function readVisibleUses(
  { em, access, actor }: Pick<ReadContext, 'em' | 'access' | 'actor'>,
  id: number,
): Promise<FeatureUse[]> {
  const uses = await readUsesOfSegment(em, id);
  return uses.filter(({ project }) => access.sees(actor, project)).map(({ feature, environment }) => ({ feature, environment }));
}

/** The protected environments in which strategies use the segment. */
export async function protectedUsesOf({ em }: Pick<Context, 'em'>, segment: number): Promise<ProtectedEnvironment[]> {
  const rows = await em.find(ProtectedEnvironment, {}, { orderBy: { project: 'asc', environment: 'asc' } });
  if (rows.length === 0) return [];
  const uses = await environmentsUsing(em, segment);
  const used = new Set(uses.map(({ project, environment }) => compositeKey(project, environment)));
  return rows.filter(({ project, environment }) => used.has(compositeKey(project, environment)));
}

async function defaultsUsing(em: EntityManager, id: number): Promise<ProjectEnvironment[]> {
  const chosen = await em.find(ProjectEnvironment, { defaultStrategy: { $ne: null } });
  return chosen.filter(({ defaultStrategy }) => defaultStrategy?.segments?.includes(id));
}

/** The templates that use any segment are few. */
async function templatesUsing(em: EntityManager, id: number): Promise<{ readonly project: string }[]> {
  const templates = await usingTemplate.read(tablesOf(em).selectFrom('release_template').where('segments', '<>', '[]'));
  return templates.filter(({ segments }) => segments.includes(id));
}

const usingTemplate = new Projection(releaseTemplateTable, ['project', 'segments']);

async function plansUsing(em: EntityManager, id: number): Promise<UsedIn[]> {
  const plans = tablesOf(em)
    .selectFrom('release_plan')
    .innerJoin('feature', 'feature.name', 'release_plan.feature_name')
    .where('segments', '<>', '[]')
    .select(['feature.project_id as project', 'release_plan.environment']);
  return (await usingPlan.read(plans)).filter(({ segments }) => segments.includes(id));
}

const usingPlan = new Projection(releasePlanTable, ['segments']);

export const isUsed = ({ strategies, defaultStrategies, proposed, templates, plans }: SegmentUsers): boolean =>
  strategies + defaultStrategies + proposed + templates + plans > 0;

/** The counts in words. Contains no names, because the reader may not see all projects. */
export const countUsers = ({ strategies, defaultStrategies, proposed, templates, plans }: SegmentUsers): string =>
  formatCounts(
    [strategies, 'strategy', 'strategies'],
    [defaultStrategies, 'default strategy', 'default strategies'],
    [proposed, 'strategy of an open change request', 'strategies of open change requests'],
    [templates, 'release template', 'release templates'],
    [plans, 'release plan', 'release plans'],
  );
