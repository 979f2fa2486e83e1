import { type Home, useLackAt } from '../../server/session.ts';

type TemplatePermission = 'RELEASE_PLAN_TEMPLATE_CREATE' | 'RELEASE_PLAN_TEMPLATE_UPDATE' | 'RELEASE_PLAN_TEMPLATE_DELETE';

/** Returns a function that gives the reason why the user cannot write templates of the project or instance; undefined if permitted. */
export const useMayNotWriteTemplate = (): ((permission: TemplatePermission, home: Home) => string | undefined) =>
  useLackAt('UPDATE_PROJECT_RELEASE_TEMPLATE');
