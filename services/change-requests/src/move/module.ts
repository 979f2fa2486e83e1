import { module } from '@signalbox/kit';
import { changeStateRoute } from './change-state.ts';
import { reviewDirectWriteRoute } from './review-direct-write.ts';

/** How requests come from state to state. */
export const moves = module({ routes: [changeStateRoute, reviewDirectWriteRoute] });
