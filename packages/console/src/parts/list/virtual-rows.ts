import { batch, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

interface VirtualRows {
  /** Rendered rows: first index, and the index after the last. */
  readonly from: number;
  readonly to: number;
  /** Heights of the rows above and below. */
  readonly aboveHeight: number;
  readonly belowHeight: number;
  /** Scrolls as little as possible until the row is visible. */
  readonly scrollTo: (index: number) => void;
}

/** Rows that are rendered on each side of the visible ones. */
const rowsBeyond = 8;
/** The top bar and the head of the table cover rows. */
const coveredHeight = 100;

/** The range of rows to render in a long list of rows of equal height, by the scroll position of the window. */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): VirtualRows {
  const first = useSignal(0);
  const visible = useSignal(Math.ceil(window.innerHeight / rowHeight));
  const topOf = (): number => list.current?.getBoundingClientRect().top ?? 0;
  const measure = (): void =>
    batch(() => {
      first.value = Math.floor(-topOf() / rowHeight);
      visible.value = Math.ceil(window.innerHeight / rowHeight);
    });
  // Also after each render, which may move the list.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [rowHeight]);
  const rowAt = (index: number): number => Math.min(count, Math.max(0, index));
  const from = rowAt(first.value - rowsBeyond);
  const to = rowAt(first.value + visible.value + 1 + rowsBeyond);
  return {
    from,
    to,
    aboveHeight: from * rowHeight,
    belowHeight: (count - to) * rowHeight,
    scrollTo: (index) => {
      const top = topOf() + index * rowHeight;
      const [above, below] = [top - coveredHeight, top + rowHeight - window.innerHeight];
      if (above < 0) window.scrollBy(0, above);
      else if (below > 0) window.scrollBy(0, below);
    },
  };
}
