import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { partsTexts } from './texts.ts';
import { ownChange } from '../server/served.ts';
import { ServedLine } from './served-line.tsx';
import * as buttonStyles from './button.module.css';
import * as styles from './toast.module.css';

interface Toast {
  readonly text: string;
  readonly kind: 'done' | 'refused';
  readonly undo?: () => void;
  readonly link?: ToastLink;
}

/** Where what was said can be looked at. */
interface ToastLink {
  readonly title: string;
  readonly href: string;
}

const shownMs = 10_000;

const shown = signal<Toast | null>(null);
const isPaused = signal(false);

/** Says what was done, one thing at a time, with a way back where there is one. */
export const say = (text: string, undo?: () => void): void => {
  shown.value = { text, kind: 'done', ...(undo && { undo }) };
};

/** Says what was done, and where to look at it. */
export const sayWith = (text: string, link: ToastLink): void => {
  shown.value = { text, kind: 'done', link };
};

/** Says what the server refused. */
export const sayRefused = (text: string): void => {
  shown.value = { text, kind: 'refused' };
};

/** Takes back what the toast tells of, if it can be. */
export function undoLast(): void {
  const toast = shown.value;
  clear();
  toast?.undo?.();
}

function dismiss(): void {
  if (shown.value?.kind !== 'refused') ownChange.value = null;
  clear();
}

/** What is taken away is not told that the pointer leaves it. */
function clear(): void {
  shown.value = null;
  isPaused.value = false;
}

/**
 * Shows the last of what was said for ten seconds, longer while the pointer or the focus is on it. With it stands whether applications are
 * served the last change: until they are, it stays.
 */
export function Toasts() {
  const toast = shown.value;
  const change = toast?.kind === 'refused' ? null : ownChange.value;
  const stays = isPaused.value || (change !== null && change.is !== 'served');
  useEffect(() => {
    if ((!toast && !change) || stays) return undefined;
    const timer = setTimeout(dismiss, shownMs);
    return () => clearTimeout(timer);
  }, [toast, change, stays]);
  return (
    <div class={styles.toasts} role={toast?.kind === 'refused' ? 'alert' : 'status'}>
      {(toast ?? change) && (
        <div class={styles.toast} onMouseEnter={pause} onMouseLeave={release} onFocusIn={pause} onFocusOut={release}>
          <div class={styles.said}>
            {toast ? <span>{toast.text}</span> : change && <ServedLine of={change} />}
            {toast?.undo && (
              <button type="button" class={buttonStyles.link} onClick={undoLast}>
                {partsTexts.undo} <kbd>Z</kbd>
              </button>
            )}
            {toast?.link && (
              <a class={buttonStyles.link} href={toast.link.href}>
                {toast.link.title}
              </a>
            )}
            <button type="button" class={buttonStyles.link} onClick={dismiss}>
              {partsTexts.dismiss}
            </button>
          </div>
          {toast && change && <ServedLine of={change} />}
        </div>
      )}
    </div>
  );
}

const pause = () => (isPaused.value = true);
const release = () => (isPaused.value = false);
