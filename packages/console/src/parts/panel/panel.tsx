import type { UseQueryResult } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import type { Refused } from '../../server/refusal.ts';
import { Icon } from '../mark/icon.tsx';
import { Title } from '../mark/title.tsx';
import { Button } from '../mark/button.tsx';
import * as noteStyles from '../mark/note.module.css';
import * as styles from './panel.module.css';

interface AnswerProps<T> {
  readonly of: UseQueryResult<T, Refused>;
  /** Shown if there is no such object. */
  readonly none?: ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/** Renders fetched data, a skeleton while loading, or the error with a retry button. */
export function Answer<T>({ of, none, children }: AnswerProps<T>) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (none && of.error?.status === 404) return <>{none}</>;
  if (of.error) return <Failed refusal={of.error} again={() => void of.refetch()} />;
  return <Skeleton />;
}

/** Loading placeholder. It appears after a delay, so that fast responses do not flicker. */
export function Skeleton() {
  return (
    <div class={styles.skeleton} role="status" aria-label="Loading">
      <span />
      <span />
      <span />
    </div>
  );
}

/** A panel whose request failed. The rest of the page keeps working. */
export function Failed({ refusal, again }: { readonly refusal: Refused; readonly again: () => void }) {
  return (
    <div class={noteStyles.stop} role="alert">
      <Icon name="alert" />
      <div>
        <p>{refusal.message}</p>
        {refusal.id && <small class="mono">Error {refusal.id}</small>}
      </div>
      <span class={noteStyles.end}>
        <Button press={again} text="Try again" />
      </span>
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  /** Buttons and marks at the end of the heading. */
  readonly end?: ComponentChildren;
  readonly about?: string;
  readonly children: ComponentChildren;
}

/** A part of a page with a heading. */
export const Panel = ({ title, end, about, children }: PanelProps) => (
  <section class={styles.panel} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {end && <span class={styles.end}>{end}</span>}
    </header>
    {about && <p class="dim">{about}</p>}
    {children}
  </section>
);

/** A part of a page without a heading. */
export const PlainPanel = ({ label, children }: { readonly label?: string; readonly children: ComponentChildren }) => (
  <section class={styles.panel} aria-label={label}>
    {children}
  </section>
);

interface EmptyProps {
  readonly title: string;
  /** Whether it fills the whole page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}

/** An empty state: reason and next step. */
export function Empty({ title, isPage = false, children }: EmptyProps) {
  return (
    <div class={styles.empty}>
      {isPage ? <Title>{title}</Title> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
