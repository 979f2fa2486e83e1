import { type Home, useLackAt } from '../../server/session.ts';

/** Reason why the user cannot write segments of the project or instance; undefined if permitted. */
export const useMayNotWrite = (permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT', home: Home): string | undefined =>
  useLackAt('UPDATE_PROJECT_SEGMENT')(permission, home);
