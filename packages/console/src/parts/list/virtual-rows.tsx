import { batch, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Rows that are rendered on each side of the visible ones. */
const rowsBeyond = 8;
/** Rows per event from which the list moves too fast to be read, if two events in a row do. */
const fastRows = 4;
const restMs = 100;
/** The top bar and the head of the table cover rows. */
const coveredHeight = 100;

/** The range of rows to render, with the heights of those above and below, in a long list of rows of equal height, by the scroll position of the window. */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const first = useSignal(0);
  const visible = useSignal(Math.ceil(window.innerHeight / rowHeight));
  const isFast = useSignal(false);
  const full = useRef({ from: 0, to: 0 });
  const topOf = (): number => list.current?.getBoundingClientRect().top ?? 0;
  const measure = (): void =>
    batch(() => {
      first.value = Math.floor(-topOf() / rowHeight);
      visible.value = Math.ceil(window.innerHeight / rowHeight);
    });
  // Also after each render, which may move the list.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    let wasFast = false;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const end = () => (isFast.value = wasFast = false);
    const follow = () =>
      batch(() => {
        const before = first.value;
        measure();
        const goesFast = Math.abs(first.value - before) >= fastRows;
        isFast.value = goesFast && wasFast;
        wasFast = goesFast;
        clearTimeout(rest);
        rest = setTimeout(end, restMs);
      });
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      clearTimeout(rest);
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', measure);
    };
  }, [rowHeight]);
  const rowAt = (index: number): number => Math.min(count, Math.max(0, index));
  const from = rowAt(first.value - rowsBeyond);
  const to = rowAt(first.value + visible.value + 1 + rowsBeyond);
  if (!isFast.value) full.current = { from, to };
  return {
    from,
    to,
    /** Whether the row appeared while the list moves too fast to be read. It then needs only its name, until the list rests. */
    isBrief: (index: number) => index < full.current.from || index >= full.current.to,
    aboveHeight: from * rowHeight,
    belowHeight: (count - to) * rowHeight,
    /** Scrolls as little as possible until the row is visible. */
    scrollTo: (index: number): void => {
      const top = topOf() + index * rowHeight;
      const [above, below] = [top - coveredHeight, top + rowHeight - window.innerHeight];
      if (above < 0) window.scrollBy(0, above);
      else if (below > 0) window.scrollBy(0, below);
    },
  };
}

/** Stands for rows that are not rendered. */
export const Space = ({ height }: { readonly height: number }) =>
  height === 0 ? null : (
    <tr aria-hidden="true">
      <td style={{ height: `${height}px`, padding: 0, border: 0 }} />
    </tr>
  );
