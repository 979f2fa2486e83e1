import { usePreference } from '../../server/preference.ts';
import { useProtected } from '../../server/protection.ts';
import type { Home } from '../../server/session.ts';
import { columnsPreference, shownOf } from './columns.ts';
import type { Switchable } from './turn/use-turn.tsx';
import { useListEnvironments } from './use-list-environments.ts';

/** The environments of the list, and those of its columns. */
export interface ShownEnvironments {
  readonly visible: readonly Switchable[];
  readonly environments: readonly Switchable[];
}

/** The environments that a list shows. Empty until it is known which of them are protected. */
export function useShownEnvironments(home: Home): ShownEnvironments {
  const names = useListEnvironments(home);
  const asking = useProtected(home);
  const columns = usePreference(columnsPreference);
  const switchable = (name: string): Switchable => ({ name, protected: asking?.has(name) ?? false });
  const visible = (asking && names) ?? [];
  return { visible: visible.map(switchable), environments: shownOf(visible, columns[home ?? '']).map(switchable) };
}
