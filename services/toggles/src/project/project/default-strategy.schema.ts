import { defaultStrategyUpdated } from '@signalbox/contracts';
import type { Static } from 'typebox';

/** The strategy that is added when a feature without strategies is switched on (reference, toggle side §6.6). */
export const DefaultStrategy = defaultStrategyUpdated.data;
export type DefaultStrategy = Static<typeof DefaultStrategy>;
