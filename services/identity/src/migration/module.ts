import { module } from '@signalbox/kit';
import { importPersonalTokensRoute } from './import-personal-tokens.ts';
import { importTokensRoute } from './import-tokens.ts';
import { importUsersRoute } from './import-users.ts';

/** Users and credentials imported from another system. */
export const migration = module({ routes: [importUsersRoute, importTokensRoute, importPersonalTokensRoute] });
