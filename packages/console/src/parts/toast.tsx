import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { words } from '../base/words.ts';

interface Toast {
  readonly text: string;
  readonly kind: 'done' | 'refused';
  readonly undo?: () => void;
}

const shownMs = 10_000;

const shown = signal<Toast | null>(null);
const isPaused = signal(false);

/** Says what was done, one thing at a time, with a way back where there is one. */
export const say = (text: string, undo?: () => void): void => {
  shown.value = { text, kind: 'done', ...(undo && { undo }) };
};

/** Says what the server refused. */
export const sayRefused = (text: string): void => {
  shown.value = { text, kind: 'refused' };
};

/** Takes back what the toast tells of, if it can be. */
export function undoLast(): void {
  const toast = shown.value;
  shown.value = null;
  toast?.undo?.();
}

/** Shows the last of what was said for ten seconds, longer while the pointer or the focus is on it. */
export function Toasts() {
  const toast = shown.value;
  const paused = isPaused.value;
  useEffect(() => {
    if (!toast || paused) return undefined;
    const timer = setTimeout(() => (shown.value = null), shownMs);
    return () => clearTimeout(timer);
  }, [toast, paused]);
  return (
    <div class="toasts" role={toast?.kind === 'refused' ? 'alert' : 'status'}>
      {toast && (
        <div class="toast" onMouseEnter={pause} onMouseLeave={release} onFocusIn={pause} onFocusOut={release}>
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" class="b link" onClick={undoLast}>
              {words.undo} <kbd>Z</kbd>
            </button>
          )}
          <button type="button" class="b link" onClick={() => (shown.value = null)}>
            {words.dismiss}
          </button>
        </div>
      )}
    </div>
  );
}

const pause = () => (isPaused.value = true);
const release = () => (isPaused.value = false);
