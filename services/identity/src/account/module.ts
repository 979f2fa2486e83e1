import { module } from '@signalbox/kit';
import { readOwnUserRoute } from './own-user/read-own-user.ts';

/** The life of accounts, which spans the modules below: what users do with their own, and administrators with all. */
export const account = module({ routes: [readOwnUserRoute] });
