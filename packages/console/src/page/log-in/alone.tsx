import { PlainPanel } from '../../parts/panel/panel.tsx';
import type { ComponentChildren } from 'preact';
import { Mark } from '../../frame/mark.tsx';
import { Title } from '../../parts/mark/title.tsx';
import * as frameStyles from '../../frame/frame.module.css';
import * as styles from './log-in.module.css';

/** A centered page for visitors who are not logged in. */
export function Alone({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class={styles.alone}>
      <p class={frameStyles.brand}>
        <Mark />
        Signalbox
      </p>
      <PlainPanel>
        <Title>{title}</Title>
        {children}
      </PlainPanel>
    </main>
  );
}
