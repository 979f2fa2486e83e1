import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../mark/icon.tsx';
import * as buttonStyles from '../mark/button.module.css';
import * as menuStyles from './menu.module.css';

/** Fields and buttons that stay hidden until opened. */
export function DropDown({ title, children }: { readonly title: string; readonly children: (close: () => void) => ComponentChildren }) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  return (
    <details
      ref={element}
      class={menuStyles.menu}
      onFocusOut={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget as Node) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        element.current?.querySelector('summary')?.focus();
      }}
    >
      <summary class={buttonStyles.quiet}>
        {title}
        <Icon name="down" />
      </summary>
      <div class={menuStyles.fields}>{children(close)}</div>
    </details>
  );
}
