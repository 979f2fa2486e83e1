import { usePreference } from '../../server/preference.ts';
import { useProtected } from '../../server/protection.ts';
import { type Home, useLack } from '../../server/session.ts';
import { columnsPreference, shownOf } from './columns.ts';
import type { Switchable } from './turn/use-turn.tsx';
import { useListEnvironments } from './use-list-environments.ts';

/** An environment of the list. */
export interface ListedEnvironment extends Switchable {
  /** Reason why the user cannot turn features there, if any. */
  readonly refused: string | undefined;
}

/** The environments of the list, and those of its columns. */
export interface ShownEnvironments {
  readonly visible: readonly ListedEnvironment[];
  readonly environments: readonly ListedEnvironment[];
}

/** The environments that a list shows. Empty until it is known which of them are protected. */
export function useShownEnvironments(home: Home): ShownEnvironments {
  const names = useListEnvironments(home);
  const asking = useProtected(home);
  const columns = usePreference(columnsPreference);
  const lack = useLack();
  const listed = (name: string): ListedEnvironment => {
    const isProtected = asking?.has(name) ?? false;
    const isFree = isProtected || home === null;
    const refused = isFree ? undefined : lack('UPDATE_FEATURE_ENVIRONMENT', { project: home, environment: name });
    return { name, protected: isProtected, refused };
  };
  const visible = (asking && names) ?? [];
  return { visible: visible.map(listed), environments: shownOf(visible, columns[home ?? '']).map(listed) };
}
