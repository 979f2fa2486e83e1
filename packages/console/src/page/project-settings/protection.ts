import { hrefOf } from '../../frame/address.ts';
import type { AnswerOf, InputOf } from '../../server/request.ts';
import { ask } from '../../server/request.ts';

const path = '/api/admin/projects/{projectId}/environments/{environment}/change-requests/config';

/** The rules of an environment of a project. */
export type Configuration = AnswerOf<'GET /api/admin/projects/{projectId}/change-requests/config'>[number];
type Rules = InputOf<`PUT ${typeof path}`>['body'];

/** The page of the rules of an environment. */
export const protectionHref = (project: string, environment: string): string =>
  `${hrefOf(project, 'settings')}/protection/${encodeURIComponent(environment)}`;

/** Saves rules. Those that are missing stay as they are. */
export const saveRules = (project: string, environment: string, body: Rules): Promise<unknown> =>
  ask(`PUT ${path}`, { path: { projectId: project, environment }, body });
