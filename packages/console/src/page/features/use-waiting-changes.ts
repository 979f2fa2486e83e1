import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { holdBack } from '../../server/live/live.ts';
import { askAgain } from '../../server/answer.ts';
import type { Home } from '../../server/session.ts';

const list = 'GET /api/admin/search/features';
const hasPointer = matchMedia('(hover: hover)');

/**
 * Number of features changed by others while the pointer or focus was in the list, whose rows do not move then. The changes appear when it
 * leaves, or on request; without a pointer, only on request.
 */
export function useWaitingChanges(home: Home, rows: RefObject<HTMLElement | null>) {
  const waiting = useSignal<ReadonlySet<string>>(new Set());
  const show = () => {
    if (waiting.value.size === 0) return;
    waiting.value = new Set();
    void askAgain(list);
  };
  useEffect(() => {
    const isUsed = () => !hasPointer.matches || (rows.current?.matches(':hover, :focus-within') ?? false);
    return holdBack(list, (change) => {
      if ((home !== null && change.project !== home) || change.featureName === null || !isUsed()) return false;
      waiting.value = new Set([...waiting.value, change.featureName]);
      return true;
    });
  }, [home]);
  return { count: waiting.value.size, show, leave: () => hasPointer.matches && show() };
}
