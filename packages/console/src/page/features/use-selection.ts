import { showRefusal } from '../../parts/layer/toast.tsx';
import { useSignal } from '@preact/signals';
import type { Row } from './rows.ts';

interface ChoosableRows {
  readonly rows: readonly Row[];
  readonly total: number;
  /** The names of all features that match the filter. */
  readonly readNames: () => Promise<readonly string[]>;
}

/** The selected features. Once all rows are loaded, features that are no longer listed do not count. */
export function useSelection({ rows, total, readNames }: ChoosableRows) {
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const listed = new Set(rows.map(({ name }) => name));
  const isComplete = rows.length >= total;
  const names = [...chosen.value].filter((name) => listed.has(name) || !isComplete);
  const chooseAll = () => showRefusal(async () => (chosen.value = new Set(await readNames())));
  return {
    names,
    isChosen: (name: string) => chosen.value.has(name),
    choose: (name: string) => (chosen.value = chosen.value.symmetricDifference(new Set([name]))),
    /** Undefined if all features that match are selected. */
    chooseAll: names.length < total ? () => void chooseAll() : undefined,
    clear: () => (chosen.value = new Set()),
  };
}
