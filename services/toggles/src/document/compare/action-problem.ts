import { isDeepStrictEqual } from 'node:util';
import type { FailureName, Permission } from '@signalbox/contracts';
import { type AccessScope, type Context, noAccess } from '@signalbox/kit';
import type { Project } from '../../project/project/project.ts';
import { type AgentReach, readAgentReach, tooFarForAgents } from '../../project/agent/agent-mode.ts';
import { maySkip } from '../../project/protection/refuse-protected.ts';
import { ProtectedEnvironment } from '../../project/protection/protected-environment.ts';
import { weakenings } from '../../project/protection/weakenings.ts';
import type { Difference } from './compare-documents.ts';
import type { CurrentObject } from '../document/current-object.ts';
import { type EnvironmentSpec, isOfProject, type Kind, type KindOfProject } from '../document/document.schema.ts';
import { protectionOfSpec } from '../document/reviewer-names.ts';

/** The context of a plan: in the transaction that applies it, or for a preview. */
export type Planning = Pick<Context, 'em' | 'access' | 'actor' | 'settings' | 'now'>;

/** Where changes require a change request of the caller. */
export interface Protection {
  readonly environments: ReadonlySet<string>;
  /** True for changes that affect all environments. */
  readonly projectWide: boolean;
  /** False for outsiders of a project that is not open, like when they propose a change directly. */
  readonly mayPropose: boolean;
  /** The limits of the caller, if it is an agent. */
  readonly reach: AgentReach;
}

/** With `propose`, the caller skips no change request, and an agent writes nothing that a change request can contain. */
export async function readProtectionFor(
  context: Planning,
  { id: project, mode }: Pick<Project, 'id' | 'mode'>,
  propose: boolean,
): Promise<Protection> {
  const { access, actor } = context;
  const rows = await context.em.find(ProtectedEnvironment, { project });
  const guarded = rows.filter(({ environment }) => propose || !maySkip(context, { project, environment }));
  const reach = await readAgentReach(context, project, propose);
  return {
    environments: new Set([...guarded.map(({ environment }) => environment), ...reach.proposing]),
    projectWide: (rows.length > 0 && (propose || !maySkip(context, { project }))) || reach.everywhere !== 'write',
    reach,
    mayPropose: mode === 'open' || access.allows(actor, ['ADMIN']) || access.rolesIn(actor, project).length > 0,
  };
}

/** Returns true if the difference must be proposed in a change request. New objects and their labels are never protected. */
export function isProtected(
  context: Planning,
  { op, kind, environment, before, after }: Difference,
  { environments, projectWide }: Protection,
): boolean {
  if (kind === 'Environment') return environments.has(environment ?? '') && isWeakened(context, before ?? {}, after ?? {});
  if (environment !== undefined) return environments.has(environment);
  if (kind === 'Feature') return projectWide && (op === 'delete' || isOfParents({ op, before, after }));
  return kind === 'Segment' && projectWide && op !== 'create' && before?.['project'] !== undefined;
}

/** Better protection is direct, as everywhere. */
function isWeakened({ access, now }: Planning, { protection: before }: EnvironmentSpec, { protection: after }: EnvironmentSpec): boolean {
  const protectionIn = (spec: EnvironmentSpec['protection']) => (spec ? protectionOfSpec(spec, access) : null);
  const stored = protectionIn(before);
  return stored !== null && weakenings(stored, protectionIn(after), now()).length > 0;
}

/** Parents are a part of their own, except those of a feature that is archived. */
export const isOfParents = ({ op, before, after }: Pick<Difference, 'op' | 'before' | 'after'>): boolean =>
  op !== 'delete' && (before?.['parents'] !== undefined || after?.['parents'] !== undefined);

export interface ActionProblem {
  readonly name: FailureName;
  readonly message: string;
}

export interface Judged {
  readonly project: string;
  readonly set: string | null;
  readonly takeOver: boolean;
  readonly isProtected: boolean;
  readonly mayPropose: boolean;
  readonly reach: AgentReach;
  readonly current: CurrentObject | undefined;
  /** True if something that the plan leaves as it is uses the object. */
  readonly isStillUsed: boolean;
}

/** Why a difference cannot be applied, or null. */
export function problemOf(context: Planning, difference: Difference, judged: Judged): ActionProblem | null {
  return (
    ownership(judged, difference) ??
    impossible(difference, judged) ??
    beyondReach(difference, judged) ??
    missingPermission(context, difference, judged)
  );
}

/** Archiving is proposed wherever the agent may propose something, since approvers of each protected environment see it. */
function beyondReach({ environment }: Difference, { project, reach }: Judged): ActionProblem | null {
  const mode = environment === undefined ? reach.somewhere : reach.modeIn(environment);
  if (mode === 'write' || mode === 'propose') return null;
  return { name: 'NoAccessError', message: tooFarForAgents(project, environment, mode) };
}

function ownership({ current, set, takeOver }: Judged, { kind, name }: Difference): ActionProblem | null {
  const owner = current?.managedBy ?? set;
  if (set === null || owner === set || takeOver) return null;
  return { name: 'OwnedByAnother', message: `The ${kind} ${name} belongs to the set ${owner}. Use takeOver to move it to ${set}.` };
}

function impossible(
  { op, kind, name, after }: Difference,
  { project, current, isProtected: proposed, isStillUsed }: Judged,
): ActionProblem | null {
  const owner =
    current?.document.kind === 'Feature' || current?.document.kind === 'Segment' ? current.document.metadata.project : undefined;
  if (owner !== undefined && owner !== project)
    return { name: 'NameExistsError', message: `A ${kind} named ${name} exists in another project.` };
  if (current?.isBuiltIn) return { name: 'InvalidOperationError', message: `The strategy type ${name} is built in and cannot be changed.` };
  if (op === 'delete' && isStillUsed)
    return {
      name: kind === 'Segment' ? 'SegmentInUseError' : 'ConflictError',
      message: `The ${kind} ${name} is still used outside these documents: by a feature, a segment, a default strategy, a release template or plan, or a change request.`,
    };
  if (kind === 'Segment' && after?.['project'] !== undefined && after['project'] !== project)
    return { name: 'BadDataError', message: `The segment ${name} must belong to project ${project} or be global.` };
  if (proposed && kind === 'Segment' && after && after['project'] !== owner)
    return { name: 'InvalidOperationError', message: `Change requests cannot move the segment ${name} to another project.` };
  return null;
}

function missingPermission({ access, actor }: Planning, difference: Difference, judged: Judged): ActionProblem | null {
  if (judged.isProtected && !judged.mayPropose)
    return { name: 'NoAccessError', message: `Only members of project ${judged.project} and administrators can propose changes there.` };
  for (const { permissions, where } of neededPermissions(difference, judged))
    if (!access.allows(actor, permissions, where)) return { name: 'NoAccessError', message: noAccess(permissions, where).message };
  return null;
}

interface Needed {
  readonly permissions: readonly Permission[];
  readonly where: AccessScope;
}

/** The permissions of the direct routes. Proposing a change requires no permission. */
function neededPermissions(difference: Difference, { project, isProtected: proposed, current }: Judged): Needed[] {
  const { op, kind, environment, before, after } = difference;
  if (proposed) return [];
  if (isOfProject(kind)) return [{ permissions: permissionsOfProject(kind, op), where: { project } }];
  if (environment !== undefined) return permissionsIn({ project, environment }, difference);
  if (kind === 'Segment')
    return segmentPermissions(op, new Set([before, after].flatMap((content) => (content ? [content['project']] : []))));
  if (kind !== 'Feature') return [{ permissions: [instancePermissions[kind][op]], where: {} }];
  if (isOfParents(difference)) return [{ permissions: ['UPDATE_FEATURE_DEPENDENCY'], where: { project } }];
  const revived = op === 'create' && current !== undefined;
  return [{ permissions: [revived ? 'UPDATE_FEATURE' : featurePermissions[op]], where: { project } }];
}

const featurePermissions = { create: 'CREATE_FEATURE', update: 'UPDATE_FEATURE', delete: 'DELETE_FEATURE' } as const;

const instancePermissions: Readonly<
  Record<Exclude<Kind, KindOfProject | 'Segment' | 'Feature'>, Readonly<Record<Difference['op'], Permission>>>
> = {
  TagType: { create: 'CREATE_TAG_TYPE', update: 'UPDATE_TAG_TYPE', delete: 'DELETE_TAG_TYPE' },
  ContextField: { create: 'CREATE_CONTEXT_FIELD', update: 'UPDATE_CONTEXT_FIELD', delete: 'DELETE_CONTEXT_FIELD' },
  StrategyDefinition: { create: 'CREATE_STRATEGY', update: 'UPDATE_STRATEGY', delete: 'DELETE_STRATEGY' },
};

function permissionsOfProject(kind: KindOfProject, op: Difference['op']): Permission[] {
  if (kind === 'Persona') return ['UPDATE_FEATURE'];
  if (kind !== 'ReleaseTemplate') return ['UPDATE_PROJECT'];
  const all = {
    create: 'RELEASE_PLAN_TEMPLATE_CREATE',
    update: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    delete: 'RELEASE_PLAN_TEMPLATE_DELETE',
  } as const;
  return [all[op], 'UPDATE_PROJECT_RELEASE_TEMPLATE'];
}

function segmentPermissions(op: Difference['op'], projects: ReadonlySet<unknown>): Needed[] {
  const all = { create: 'CREATE_SEGMENT', update: 'UPDATE_SEGMENT', delete: 'DELETE_SEGMENT' } as const;
  return [...projects].map((project) =>
    typeof project === 'string'
      ? { permissions: [all[op], 'UPDATE_PROJECT_SEGMENT'], where: { project } }
      : { permissions: [all[op]], where: {} },
  );
}

/** The permissions for the settings that differ. */
function permissionsIn(where: AccessScope, { before, after }: Difference): Needed[] {
  const differs = (name: string) => !isDeepStrictEqual(before?.[name], after?.[name]);
  const strategies: readonly Permission[] = ['CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_STRATEGY', 'DELETE_FEATURE_STRATEGY'];
  const needed: readonly Permission[] = [
    ...(differs('enabled') || differs('safeguards') ? (['UPDATE_FEATURE_ENVIRONMENT'] as const) : []),
    ...(differs('strategies') || differs('releasePlan') ? strategies : []),
    ...(differs('variants') ? (['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'] as const) : []),
  ];
  return needed.map((permission) => ({ permissions: [permission], where }));
}
