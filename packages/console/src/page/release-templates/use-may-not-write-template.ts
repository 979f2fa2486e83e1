import { serverTexts } from '../../server/texts.ts';
import { useSession } from '../../server/session.ts';

/** The project of a template; null for the instance. */
export type TemplateHome = string | null;

export type TemplatePermission = 'RELEASE_PLAN_TEMPLATE_CREATE' | 'RELEASE_PLAN_TEMPLATE_UPDATE' | 'RELEASE_PLAN_TEMPLATE_DELETE';

const ofProject = 'UPDATE_PROJECT_RELEASE_TEMPLATE';

/** Returns a function that gives the reason why the user cannot write templates of the project or instance; undefined if permitted. */
export function useMayNotWriteTemplate(): (permission: TemplatePermission, home: TemplateHome) => string | undefined {
  const { may } = useSession();
  return (permission, home) => {
    if (may(permission)) return undefined;
    if (home === null) return serverTexts.lacks(permission);
    return may(ofProject, { project: home }) ? undefined : serverTexts.lacks(ofProject);
  };
}
