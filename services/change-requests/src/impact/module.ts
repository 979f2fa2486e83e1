import { module } from '@signalbox/kit';
import { evaluateChangeRequestRoute } from './evaluate-change-request.ts';
import { getImpactRoute } from './get-impact.ts';

/** The effect of a request on evaluations. */
export const impact = module({ routes: [getImpactRoute, evaluateChangeRequestRoute] });
