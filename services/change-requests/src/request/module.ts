import { module } from '@signalbox/kit';

/** Change requests: content, legal moves and serialization. */
export const request = module({});
