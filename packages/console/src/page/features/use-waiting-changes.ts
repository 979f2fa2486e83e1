import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { holdBack } from '../../server/live/live.ts';
import { askAgain } from '../../server/answer.ts';

const list = 'GET /api/admin/search/features';
const hasPointer = matchMedia('(hover: hover)');

/**
 * How many features of the project others have changed while the pointer or the focus was on the list: its rows do not move then. They
 * are shown when it leaves, or when somebody asks for it; where there is no pointer, when somebody asks for it.
 */
export function useWaitingChanges(project: string, rows: RefObject<HTMLElement | null>) {
  const waiting = useSignal<ReadonlySet<string>>(new Set());
  const show = () => {
    if (waiting.value.size === 0) return;
    waiting.value = new Set();
    void askAgain(list);
  };
  useEffect(() => {
    const isUsed = () => !hasPointer.matches || (rows.current?.matches(':hover, :focus-within') ?? false);
    return holdBack(list, (change) => {
      if (change.project !== project || change.featureName === null || !isUsed()) return false;
      waiting.value = new Set([...waiting.value, change.featureName]);
      return true;
    });
  }, [project]);
  return { count: waiting.value.size, show, leave: () => hasPointer.matches && show() };
}
