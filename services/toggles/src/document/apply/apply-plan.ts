import { type Change, changesProposed, Failure, principalKey, isProjectWide, type ProposalTarget } from '@signalbox/contracts';
import { type Context, yieldToOthers } from '@signalbox/kit';
import type { Scene } from '../../changeset/change-kind.ts';
import { readChange } from '../../changeset/change-kinds.ts';
import { executeInBatches } from '../../changeset/execute.ts';
import { readProtectionOf } from '../../changeset/protection-of.ts';
import { normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import type { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { lockFeatures } from '../../lifecycle/lock-order.ts';
import { lockProject, shareProject } from '../../project/project/project.ts';
import { maxProposedBytes } from '../../project/protection/max-proposed-bytes.ts';
import { readAgentReach } from '../../project/agent/agent-mode.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import type { AddReleasePlan } from '../../release/plan/plan.schema.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { type PlanSource, recordApplied } from './applied-plan.ts';
import { lockObjects } from './lock-objects.ts';
import { changesOf } from './plan-changes.ts';
import { namesOf, planDocuments, type PlannedSet, readUnwanted, together } from '../compare/plan-documents.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { isOfParents } from '../compare/action-problem.ts';
import { isOfProject } from '../document/document.schema.ts';
import { serializeDocumentPlan } from '../compare/serialize-document-plan.ts';
import { archiveRemoved, writePlannedFeatures } from './write-planned-features.ts';
import { writeProjectObjects } from './write-project-objects.ts';
import { writeObjects } from './write-objects.ts';

/** A plan, and the hash that the caller has seen. */
export type ExpectedPlan = PlannedSet & {
  readonly expect: { readonly hash: string };
  /** Where protected changes go; by default, a new change request in review. */
  readonly into?: ProposalTarget | undefined;
  readonly source: PlanSource;
};

export interface Applied {
  /** For the undo of the direct changes; null if there are none, or too large ones. */
  readonly id: string | null;
  /** The number of actions that were written directly. */
  readonly applied: number;
  /** The environments with proposed changes. */
  readonly proposed: readonly string[];
  readonly hash: string;
  readonly plan: ProjectPlan;
}

/** Limit on the changes that a plan proposes in one environment. A change request can have more. */
const maxPlannedChanges = 200;

/**
 * Makes the project as the documents describe it, completely or not at all. Protected changes are proposed in one change request per
 * environment. Throws 409 with the current plan if it is not the expected one.
 */
export async function applyPlan(
  given: Context,
  projectId: string,
  request: ExpectedPlan,
  planAgain: (context: Context) => Promise<ProjectPlan> = (context) => planDocuments(context, projectId, request),
): Promise<Applied> {
  // The plan itself is the precondition.
  const context: Context = { ...given, ifMatch: null };
  await lockPlanned(context, projectId, request);
  const plan = await planAgain(context);
  if (plan.hash !== request.expect.hash) throw await planChanged(plan);
  refuseAny(plan);
  const direct = plan.actions.filter((action) => !action.protected);
  await writeDirect(context, plan, direct);
  const proposed = await propose(
    context,
    plan,
    plan.actions.filter((action) => action.protected),
    request,
  );
  const id = await recordApplied(context, plan, request.source);
  return { id, applied: direct.length, proposed, hash: plan.hash, plan };
}

/** Locks everything that the plan depends on, in the order of the locking rule. */
async function lockPlanned(context: Context, project: string, request: PlannedSet): Promise<void> {
  const writesProject = request.documents.some(({ kind }) => isOfProject(kind));
  await (writesProject ? lockProject(context, project) : shareProject(context, project));
  const all = together(namesOf(request.documents), await readUnwanted(context.em, project, request));
  await lockFeatures(context, [...all.Feature]);
  await lockObjects(context.em, all);
}

const planChanged = async (plan: ProjectPlan): Promise<Failure> =>
  new Failure(
    'PlanChanged',
    'The project has changed since this plan was made. The response contains the new plan: review it, then apply it.',
    {
      extra: { plan: await serializeDocumentPlan(plan) },
    },
  );

function refuseAny({ actions }: ProjectPlan): void {
  const [first] = actions.flatMap(({ problem }) => problem ?? []);
  if (first) throw new Failure(first.name, first.message);
}

/** Objects are created before features refer to them, and deleted when none does. */
async function writeDirect(context: Context, plan: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  const [removed, written] = [actions.filter(({ op }) => op === 'delete'), actions.filter(({ op }) => op !== 'delete')];
  await writeObjects(context, plan, written);
  const segments = await segmentIds(context, plan);
  const [project, ofProject] = [written.filter(({ kind }) => kind === 'Project'), written.filter(({ kind }) => kind !== 'Project')];
  await writeProjectObjects(context, plan, ofProject, segments);
  const ofFeatures = written.filter(({ kind, environment }) => kind === 'Feature' && environment === undefined);
  await writePlannedFeatures(
    context,
    plan,
    ofFeatures.filter((action) => !isOfParents(action)),
  );
  await executeChanges(context, plan, [
    ...written.filter(({ environment }) => environment !== undefined),
    ...ofFeatures.filter(isOfParents),
  ]);
  await archiveRemoved(
    context,
    plan,
    removed.filter(({ kind }) => kind === 'Feature'),
  );
  await writeProjectObjects(context, plan, removed, segments);
  await writeObjects(context, plan, removed.toReversed());
  // Its naming rule and limit apply to later features.
  await writeProjectObjects(context, plan, project, segments);
}

async function executeChanges(context: Context, plan: ProjectPlan, actions: readonly PlannedAction[]): Promise<void> {
  const ids = { access: context.access, segments: await segmentIds(context, plan) };
  for (const [environment, own] of Map.groupBy(actions, (action) => action.environment ?? '')) {
    const scene = { project: plan.project, environment };
    const changes = own.flatMap((action) => changesOf(plan, action, ids));
    await executeInBatches(
      context,
      changes.map((change, id) => ({ id, change: readChange(scene, change) })),
    );
  }
}

/** Proposes the changes, and returns the environments. Changes of all environments go to the first change request. */
async function propose(
  context: Context,
  plan: ProjectPlan,
  actions: readonly PlannedAction[],
  { into, propose: proposesAll }: ExpectedPlan,
): Promise<string[]> {
  if (actions.length === 0) return [];
  await context.em.flush();
  const { project, hash } = plan;
  const [anywhere = ''] = actions.flatMap(({ environment }) => environment ?? []).sort();
  const first = anywhere || (await firstProtected(context, project, proposesAll));
  const ids = { access: context.access, segments: await segmentIds(context, plan) };
  const environments = Map.groupBy(actions, ({ environment = first }) => environment);
  for (const [environment, own] of environments) {
    const changes = own.flatMap((action) => changesOf(plan, action, ids));
    refuseTooMuch(environment, changes);
    await refuseInvalid(context, project, changes);
    await publishProposal(context, { project, environment }, { changes, planHash: hash, ...(into !== undefined && { into }) });
    await yieldToOthers();
  }
  return [...environments.keys()].sort();
}

function refuseTooMuch(environment: string, changes: readonly Change[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(changes));
  if (changes.length > maxPlannedChanges) throw tooMuch(environment, `${changes.length} changes`, maxPlannedChanges);
  if (bytes > maxProposedBytes) throw tooMuch(environment, `changes of ${bytes} bytes`, maxProposedBytes);
}

const tooMuch = (environment: string, required: string, limit: number): Failure =>
  new Failure(
    'BadDataError',
    `The plan requires ${required} in environment ${environment}; a plan can propose at most ${limit}. Apply fewer documents at a time.`,
  );

/** Publishes the changes with the number of approvals that they require now. */
async function publishProposal(
  context: Context,
  scene: Scene,
  proposal: { readonly changes: Change[]; readonly planHash: string; readonly into?: ProposalTarget },
): Promise<void> {
  const { protection } = await readProtectionOf(context, scene, { isProjectWide: proposal.changes.some(isProjectWide), segments: [] });
  // An agent proposes where nothing is protected, too.
  const requiredApprovals = protection?.requiredApprovals ?? 1;
  context.publish(changesProposed, { ...scene, data: { author: principalKey(context.actor), ...proposal, requiredApprovals } });
}

/** The environment whose change request contains changes of the whole project. */
async function firstProtected(context: Context, project: string, proposesAll?: boolean): Promise<string> {
  const [proposing] = (await readAgentReach(context, project, proposesAll)).proposing;
  if (proposing !== undefined) return proposing;
  const row = await context.em.findOneOrFail(ProtectedEnvironment, { project }, { orderBy: { environment: 'asc' } });
  return row.environment;
}

/** Proposed strategies are validated now, because their author is here now. The plan has validated what stays valid if it is stored. */
async function refuseInvalid(context: Context, project: string, changes: readonly Change[]): Promise<void> {
  const strategies = changes.flatMap((change) => proposedStrategies(change).map((input) => ({ input, feature: change.feature ?? '' })));
  await normaliseStrategies(
    context,
    project,
    strategies.map(({ feature, input }) => ({
      input,
      pointer: { path: 'documents', feature },
      keys: { featureName: feature },
      stored: [input],
    })),
  );
}

function proposedStrategies({ action, payload }: Change): readonly CreateStrategy[] {
  if (action === 'addStrategy' || action === 'updateStrategy') return [payload as CreateStrategy];
  if (action !== 'addReleasePlan') return [];
  return ((payload as AddReleasePlan).milestones ?? []).flatMap((milestone) => milestone.strategies);
}

/** The ids of all segments that the documents may name. */
async function segmentIds({ em }: Context, { project }: ProjectPlan): Promise<Map<string, number>> {
  const segments = await em.find(Segment, { $or: [{ project }, { project: null }] }, { fields: ['id', 'name'], disableIdentityMap: true });
  return new Map(segments.map(({ id, name }) => [name, id]));
}
