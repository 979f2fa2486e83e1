import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PageTitle {
  readonly text: string;
  /** The part of the page that is shown, such as a tab. */
  readonly part: string | undefined;
}

/** The title of the current page, for the title of the window. */
export const pageTitle = signal<PageTitle | null>(null);

/** The last title, and the address that it appeared at. */
let last: { readonly path: string; readonly text: string } | null = null;

const fields = 'input, textarea, select';

interface TitleProps {
  readonly children: ComponentChildren;
  readonly part?: string | undefined;
  readonly className?: string;
}

/** The heading of a page. It gets the focus after a navigation, so that screen readers announce the page and Tab continues in it. */
export function Title({ children, part, className }: TitleProps) {
  const { path } = useLocation();
  const element = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const text = element.current?.textContent ?? '';
    pageTitle.value = { text, part };
    // The old page still renders with the new address while the new page loads.
    if (last?.text === text) return;
    const isNew = last !== null && last.path !== path;
    last = { path, text };
    if (isNew && !document.activeElement?.matches(fields)) element.current?.focus({ preventScroll: true });
  });
  return (
    <h1 ref={element} tabIndex={-1} class={className}>
      {children}
    </h1>
  );
}

/** Focuses the title if the focused control has gone, so that Tab continues in the page. */
export const keepFocus = (): void =>
  void requestAnimationFrame(
    () => document.activeElement === document.body && document.querySelector('h1')?.focus({ preventScroll: true }),
  );
