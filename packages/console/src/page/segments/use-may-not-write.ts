import { serverTexts } from '../../server/texts.ts';
import { useSession } from '../../server/session.ts';

/** The project of a segment; null for the instance. */
export type Home = string | null;

/** Reason why the user cannot write segments of the project or instance; undefined if permitted. */
export function useMayNotWrite(permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT', home: Home): string | undefined {
  const { may } = useSession();
  if (may(permission)) return undefined;
  if (home === null) return serverTexts.lacks(permission);
  return may('UPDATE_PROJECT_SEGMENT', { project: home }) ? undefined : serverTexts.lacks('UPDATE_PROJECT_SEGMENT');
}
