import { module } from '@signalbox/kit';
import { evaluateChangeRequestRoute } from './evaluate-change-request.ts';
import { getImpactRoute } from './get-impact.ts';

/** What a request would change for those who use the features. */
export const impact = module({ routes: [getImpactRoute, evaluateChangeRequestRoute] });
