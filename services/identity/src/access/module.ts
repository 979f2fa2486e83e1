import { module } from '@signalbox/kit';
import { answerFetchAccess } from './grant/fetch-access.ts';
import { roleGrantEntity } from './grant/role-grant.ts';
import { signingKeyEntity } from './signing/signing-key.ts';

/** What users may do: roles, who holds them where, and the keys that others verify principals with. */
export const access = module({
  entities: [roleGrantEntity, signingKeyEntity],
  answers: [answerFetchAccess],
});
