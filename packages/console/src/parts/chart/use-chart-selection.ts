import { useSignal } from '@preact/signals';
import type { ChartData, Range } from './chart-data.ts';
import { type Plot, periodAt } from './plot.ts';

/**
 * The period under the pointer or reached by keys, and the range since the period where a drag, or Shift with an arrow key, began. `show`
 * receives the range when the drag ends or Enter is pressed, and null for Escape.
 */
export function useChartSelection(data: ChartData, plot: Plot, show: (range: Range | null) => void) {
  const [chosen, anchor] = [useSignal<number | null>(null), useSignal<number | null>(null)];
  const last = data.starts.length - 1;
  const at = chosen.value === null ? null : Math.min(chosen.value, last);
  const ends = at === null ? [] : [at, Math.min(anchor.value ?? at, last)].toSorted((one, other) => one - other);
  const [from, to] = ends.map((index) => data.starts[index] ?? 0);
  const selected: Range | null = from === undefined || to === undefined ? null : [from, to];
  const goTo = (index: number) => (chosen.value = Math.max(0, Math.min(last, index)));
  const under = ({ clientX, currentTarget }: MouseEvent) =>
    periodAt(plot, data, clientX - (currentTarget as HTMLElement).getBoundingClientRect().left);
  const clear = () => (chosen.value = anchor.value = null);
  const take = () => {
    if (selected && selected[0] < selected[1]) {
      show(selected);
      clear();
    }
    anchor.value = null;
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => goTo((at ?? last + 1) - 1),
    ArrowRight: () => goTo((at ?? -1) + 1),
    Home: () => goTo(0),
    End: () => goTo(last),
    Enter: anchor.value === null ? undefined : take,
    Escape: () => show(null),
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Enter') anchor.value = event.shiftKey ? (anchor.value ?? at ?? last) : null;
    act();
  };
  const handlers = {
    onKeyDown: press,
    onPointerDown: (event: PointerEvent) => (anchor.value = Math.max(0, under(event))),
    onPointerMove: (event: PointerEvent) => goTo(under(event)),
    onPointerUp: take,
    onPointerLeave: clear,
    onBlur: clear,
  };
  return { at, selected, handlers };
}
