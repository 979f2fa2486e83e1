import { callOf } from '../../../server/call.ts';
import type { Safeguard, WriteSafeguard } from '../../../server/ask.ts';
import type { Target, Write } from '../state/write.ts';

const ofPlan = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/{planId}/safeguards';

const pathOf = ({ project, feature, environment }: Target, planId: string) => ({
  projectId: project,
  featureName: feature,
  environment,
  planId,
});

/** Adds a safeguard, or replaces the one with the id. */
export const setSafeguard = (target: Target, planId: string, body: WriteSafeguard): Write => ({
  change: [{ action: 'changeReleasePlanSafeguard', payload: { planId, ...body } }],
  calls: [callOf(`PUT ${ofPlan}`, { path: pathOf(target, planId), body })],
  done: `Saved the safeguard on ${body.impactMetric.metricName}.`,
});

export function deleteSafeguard(target: Target, planId: string, safeguard: Safeguard): Write {
  const { id: safeguardId } = safeguard;
  return {
    change: [{ action: 'deleteReleasePlanSafeguard', payload: { planId, safeguardId } }],
    calls: [callOf(`DELETE ${ofPlan}/{safeguardId}`, { path: { ...pathOf(target, planId), safeguardId } })],
    done: `Deleted the safeguard on ${safeguard.impactMetric.metricName}.`,
  };
}
