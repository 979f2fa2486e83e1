import { formatFigure, formatClock, formatExact } from '../../base/format.ts';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { catchRefusal } from '../../server/refusal.ts';
import { ownChange, type OwnChange } from '../../server/served.ts';
import { Button, ButtonLink } from '../mark/button.tsx';
import * as styles from './toast.module.css';
import { StatusDot } from '../mark/status-dot.tsx';
import * as servedLineStyles from '../mark/served-line.module.css';

interface Toast {
  readonly text: string;
  readonly kind: 'done' | 'refused';
  readonly undo?: () => void;
  /** A further button. */
  readonly action?: ToastAction;
  readonly link?: ToastLink;
}

export interface ToastAction {
  readonly title: string;
  readonly act: () => void;
}

interface ToastLink {
  readonly title: string;
  readonly href: string;
}

const shownMs = 10_000;

const shown = signal<Toast | null>(null);
const isPaused = signal(false);

/** Shows a toast, with an undo button and a further one if given. A new toast replaces the previous one. */
export const showToast = (text: string, undo?: () => void, action?: ToastAction): void => {
  shown.value = { text, kind: 'done', ...(undo && { undo }), ...(action && { action }) };
};

export const showToastWithLink = (text: string, link: ToastLink): void => {
  shown.value = { text, kind: 'done', link };
};

/** Shows an error, with a button that repeats the action if given. */
export const showError = (text: string, again?: () => void): void => {
  shown.value = { text, kind: 'refused', ...(again && { action: { title: 'Try again', act: again } }) };
};

/** Runs an action, and shows the error in a toast if the server refuses it. */
export async function showRefusal(work: () => Promise<unknown>): Promise<void> {
  const refusal = await catchRefusal(work);
  if (refusal) showError(refusal.message);
}

/** Undoes the action of the current toast, if possible. */
export function undoLast(): void {
  const toast = shown.value;
  clear();
  toast?.undo?.();
}

function actOn({ act }: ToastAction): void {
  clear();
  act();
}

function dismiss(): void {
  if (shown.value?.kind !== 'refused') ownChange.value = null;
  clear();
}

/** Resets the hover state too: a removed element gets no pointerleave event. */
function clear(): void {
  shown.value = null;
  isPaused.value = false;
}

/**
 * Shows the last toast for ten seconds, longer while it has the pointer or the focus. The delivery status of the last change stays until it
 * is served.
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
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The last element that enters the top layer is above all others: also above a dialog that opened before the toast.
    element.current?.hidePopover();
    if (toast ?? change) element.current?.showPopover();
  }, [toast, change]);
  return (
    <div ref={element} popover="manual" class={styles.toasts} role={toast?.kind === 'refused' ? 'alert' : 'status'}>
      {(toast ?? change) && (
        <div class={styles.toast} onMouseEnter={pause} onMouseLeave={release} onFocusIn={pause} onFocusOut={release}>
          <div class={styles.message}>
            {toast ? <span>{toast.text}</span> : change && <ServedLine of={change} />}
            {toast?.undo && (
              <Button look="link" press={undoLast}>
                Undo <kbd>Z</kbd>
              </Button>
            )}
            {toast?.action && <Button look="link" press={() => toast.action && actOn(toast.action)} text={toast.action.title} />}
            {toast?.link && <ButtonLink look="link" href={toast.link.href} text={toast.link.title} />}
            <Button look="link" press={dismiss} text="Dismiss" />
          </div>
          {toast && change && <ServedLine of={change} />}
        </div>
      )}
    </div>
  );
}

const pause = () => (isPaused.value = true);
const release = () => (isPaused.value = false);

const served = {
  waits: (revision: number) => `Saved as revision ${formatFigure(revision)}. Rolling out to clients`,
  served: (revision: number, at: string) => `Served to clients at ${at} (revision ${formatFigure(revision)})`,
  late: (revision: number) => `Pending: revision ${formatFigure(revision)} has not reached clients yet`,
  unknown: (revision: number) => `Delivery is not responding. Revision ${formatFigure(revision)} may not have reached clients`,
};

/** Delivery status of the last change. */
function ServedLine({ of: change }: { readonly of: OwnChange }) {
  return (
    <p class={`${servedLineStyles.served} ${change.is === 'waits' ? servedLineStyles.waits : ''}`}>
      <StatusDot reach waits={change.is !== 'served'} />
      {change.is === 'served' ? (
        <time dateTime={change.since} title={formatExact(change.since)}>
          {served.served(change.revision, formatClock(Date.parse(change.since)))}
        </time>
      ) : (
        <span>{served[change.is](change.revision)}</span>
      )}
    </p>
  );
}
