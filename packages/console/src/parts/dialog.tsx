import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { partsTexts } from './texts.ts';
import { Icon } from './icon.tsx';
import * as buttonStyles from './button.module.css';
import * as styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Rises from the lower edge of a phone. */
  readonly isSheet?: boolean;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A layer above the page, which keeps the focus while it is open and gives it back after. */
export function Dialog({ title, isOpen, isSheet = false, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  // Closing gives the focus back; an open dialog that is only taken out of the document would lose it.
  useEffect(() => () => element.current?.close(), []);
  return (
    <dialog ref={element} class={`${styles.dialog} ${isSheet ? styles.sheet : ''}`} aria-labelledby={titleId} onClose={close}>
      {isOpen && (
        <>
          <header>
            <h2 id={titleId}>{title}</h2>
            <button type="button" class={`${buttonStyles.quiet} ${styles.end}`} aria-label={partsTexts.close} onClick={close}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}
