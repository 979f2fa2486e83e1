import { useSignal } from '@preact/signals';
import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface VirtualRows {
  /** Rendered rows: first index, and the index after the last. */
  readonly from: number;
  readonly to: number;
  /** Heights of the rows above and below. */
  readonly aboveHeight: number;
  readonly belowHeight: number;
  readonly scrollTo: (index: number) => void;
}

const rowsBeyond = 8;
const coveredHeight = 100;

/** The range of rows to render in a long list of rows of equal height, by the scroll position of the window. */
export function useVirtualRows(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): VirtualRows {
  const drawn = useSignal(0);
  const made = useRef<Virtualizer<Window, Element>>(undefined);
  const virtualizer = (made.current ??= new Virtualizer<Window, Element>(optionsOf(list, count, rowHeight, () => drawn.value++)));
  virtualizer.setOptions(optionsOf(list, count, rowHeight, () => drawn.value++));
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  void drawn.value;
  const items = virtualizer.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1];
  return {
    from,
    to,
    aboveHeight: from * rowHeight,
    belowHeight: (count - to) * rowHeight,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function optionsOf(list: RefObject<HTMLElement | null>, count: number, rowHeight: number, onChange: () => void) {
  return {
    count,
    getScrollElement: () => window,
    estimateSize: () => rowHeight,
    scrollToFn: windowScroll,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    overscan: rowsBeyond,
    // The top bar and the head of the table cover rows.
    scrollPaddingStart: coveredHeight,
    scrollMargin: list.current?.offsetTop ?? 0,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange,
  };
}
