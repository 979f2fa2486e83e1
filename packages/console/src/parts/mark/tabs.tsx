import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import * as styles from './tabs.module.css';

interface Tab {
  readonly href: string;
  readonly title: ComponentChildren;
  readonly isCurrent: boolean;
}

/** Links to the parts of a page, in one line that scrolls sideways where it does not fit. The current one is always in view. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const line = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.href;
  useEffect(() => line.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [current]);
  return (
    <nav ref={line} class={styles.tabs} aria-label={label}>
      {tabs.map(({ href, title, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
