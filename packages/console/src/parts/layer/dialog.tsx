import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { keepFocus } from '../mark/title.tsx';
import { Button } from '../mark/button.tsx';
import * as styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Slides up from the bottom on a phone. */
  readonly isSheet?: boolean;
  /** Has room for two columns of fields. */
  readonly isWide?: boolean;
  /** Without it, the dialog stays until its owner removes it: it has no button to close it, and opens again after Escape. */
  readonly close?: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, which restores the focus when it closes, or moves it to the title of the page. */
export function Dialog({ title, isOpen, isSheet = false, isWide = false, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closing restores the focus; removing an open dialog from the document would lose it.
  useEffect(() => {
    const dialog = element.current;
    if (!isOpen || !dialog) return undefined;
    dialog.showModal();
    return () => {
      dialog.close();
      keepFocus();
    };
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class={`${styles.dialog} ${isSheet ? styles.sheet : ''} ${isWide ? styles.wide : ''}`}
      aria-labelledby={titleId}
      onClose={close ?? (() => element.current?.showModal())}
    >
      {isOpen && (
        <>
          <header>
            <h2 id={titleId}>{title}</h2>
            {close && <Button look="quiet" className="end" aria-label="Close" press={close} icon="close" />}
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}
