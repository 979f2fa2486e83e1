import { module } from '@signalbox/kit';

/** Change requests: what they consist of, which moves are legal, and how they are shown. */
export const request = module({});
