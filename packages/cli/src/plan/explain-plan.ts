import type { Api } from '../api/api.ts';
import type { Remarks } from './describe-plan.ts';
import type { DocumentPlan, PlanAction } from '../api/operations.ts';

/** Each explanation takes a request. */
const maxExplained = 100;

/** Finds the last change of each object that differs: who made it, and when. */
export async function explainPlan(api: Api, project: string, { actions }: DocumentPlan): Promise<Remarks> {
  const remarks = new Map<PlanAction, string>();
  for (const action of actions.filter(({ op }) => op !== 'create').slice(0, maxExplained)) {
    const remark = await lastChange(api, project, action);
    if (remark !== undefined) remarks.set(action, remark);
  }
  return remarks;
}

async function lastChange(api: Api, project: string, { kind, name, environment }: PlanAction): Promise<string | undefined> {
  const query =
    kind === 'Feature'
      ? {
          project: `IS:${project}`,
          feature: `IS:${name}`,
          ...(environment !== undefined && { environment: `IS:${environment}` }),
          limit: 1,
        }
      : { query: name, type: `IS_ANY_OF:${eventTypes[kind] ?? ''}`, limit: 1 };
  const { events } = await api.ask('GET /api/admin/search/events', { query });
  const [event] = events;
  return event && `last changed by ${event.createdBy} at ${event.createdAt}: ${event.type}`;
}

const eventTypes: Readonly<Record<string, string>> = {
  Segment: 'segment-created,segment-updated,segment-import',
  ContextField: 'context-field-created,context-field-updated',
  TagType: 'tag-type-created,tag-type-updated,tag-type-import',
  StrategyDefinition: 'strategy-created,strategy-updated,strategy-import',
};
