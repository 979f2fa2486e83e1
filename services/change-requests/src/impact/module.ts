// The effect of a request on evaluations.

export { evaluateChangeRequestRoute } from './evaluate-change-request.ts';
export { getImpactRoute } from './get-impact.ts';
