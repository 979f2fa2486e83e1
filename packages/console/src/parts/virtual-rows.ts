import { useSignal } from '@preact/signals';
import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface VirtualRows {
  /** The rows that stand in the document: the first, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** What the rows above and below would take. */
  readonly aboveHeight: number;
  readonly belowHeight: number;
  readonly scrollTo: (index: number) => void;
}

const rowsBeyond = 8;

/** Which of many rows of one height stand in the document, by how far the window is scrolled past their list. */
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
    scrollMargin: list.current?.offsetTop ?? 0,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    onChange,
  };
}
