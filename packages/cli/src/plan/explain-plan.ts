import type { Api } from '../api/api.ts';
import type { DescribedEvent, DocumentPlan, PlanAction } from '../api/operations.ts';
import type { Remarks } from './describe-plan.ts';

/** Each explanation takes a request. */
const maxExplained = 100;

/** Finds the last change of each object that differs: who made it, when, and whether by hand, by a plan or by a change request. */
export async function explainPlan(api: Api, project: string, { actions }: DocumentPlan): Promise<Remarks> {
  const last = new Map<PlanAction, DescribedEvent>();
  for (const action of actions.filter(({ op }) => op !== 'create').slice(0, maxExplained)) {
    const event = await lastChange(api, project, action);
    if (event) last.set(action, event);
  }
  const causes = await readCauses(api, [...last.values()]);
  return new Map([...last].map(([action, event]) => [action, describe(event, causes.get(event.groupId ?? ''))]));
}

async function lastChange(api: Api, project: string, action: PlanAction): Promise<DescribedEvent | undefined> {
  const { events } = await api.ask('GET /api/admin/search/events', { query: { ...queryFor(project, action), limit: 1 } });
  return events[0];
}

function queryFor(project: string, { kind, name, environment }: PlanAction) {
  const inProject = { project: `IS:${project}` };
  if (kind === 'Feature')
    return { ...inProject, feature: `IS:${name}`, ...(environment !== undefined && { environment: `IS:${environment}` }) };
  if (kind === 'Project') return { ...inProject, type: 'IS:project-updated' };
  if (kind !== 'Environment') return { query: name, type: `IS_ANY_OF:${eventTypes[kind] ?? ''}` };
  const type = environment === undefined ? 'default-strategy-updated' : 'change-request-configuration-updated';
  return { ...inProject, environment: `IS:${name}`, type: `IS:${type}` };
}

const eventTypes: Readonly<Record<string, string>> = {
  ReleaseTemplate: 'release-plan-template-created,release-plan-template-updated',
  Segment: 'segment-created,segment-updated,segment-import',
  ContextField: 'context-field-created,context-field-updated',
  TagType: 'tag-type-created,tag-type-updated,tag-type-import',
  StrategyDefinition: 'strategy-created,strategy-updated,strategy-import',
};

/** The plans and change requests that made the changes, by the group of their events. */
async function readCauses(api: Api, events: readonly DescribedEvent[]): Promise<ReadonlyMap<string, DescribedEvent>> {
  const groups = [...new Set(events.flatMap(({ groupId }) => groupId ?? []))];
  if (groups.length === 0) return new Map();
  const query = { groupId: `IS_ANY_OF:${groups.join(',')}`, type: 'IS_ANY_OF:plan-applied,change-request-applied' };
  const found = await api.ask('GET /api/admin/search/events', { query: { ...query, limit: 1000 } });
  return new Map(found.events.flatMap((event) => (event.groupId === null ? [] : [[event.groupId, event] as const])));
}

function describe({ createdBy, createdAt, type }: DescribedEvent, cause: DescribedEvent | undefined): string {
  if (!cause) return `last changed by hand by ${createdBy} at ${createdAt}: ${type}`;
  const { source, set, hash } = (cause.data ?? {}) as { readonly source?: string; readonly set?: string; readonly hash?: string };
  if (source === undefined) return `last changed by ${createdBy} at ${createdAt} with a change request`;
  const what = source === 'documents' ? `the set ${set}` : source === 'promotion' ? 'a promotion' : 'the undo of a plan';
  return `last applied by ${createdBy} at ${createdAt}: ${what}, plan ${hash?.slice(0, 12)}`;
}
