import { serverTexts } from '../../server/texts.ts';
import { useSession } from '../../server/session.ts';

/** The project that a segment belongs to; null: the instance. */
export type Home = string | null;

/** Why segments of a project, or of the instance, may not be written; undefined where they may. */
export function useMayNotWrite(permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT', home: Home): string | undefined {
  const { may } = useSession();
  if (may(permission)) return undefined;
  if (home === null) return serverTexts.lacks(permission);
  return may('UPDATE_PROJECT_SEGMENT', { project: home }) ? undefined : serverTexts.lacks('UPDATE_PROJECT_SEGMENT');
}
