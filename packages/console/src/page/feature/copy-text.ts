import { showToast, showError } from '../../parts/layer/toast.tsx';

/** Copies the current address, which includes the state of the page. */
export const copyAddress = (): void => copyText(location.href, 'Link copied.');

/** Shown if the browser denies access to the clipboard. */
export const notCopied = 'Your browser blocked copying. Copy the link from the address bar instead.';

/** Copies a text and confirms it in a toast. */
export function copyText(text: string, message: string): void {
  void Promise.try(() => navigator.clipboard.writeText(text)).then(
    () => showToast(message),
    () => showError(notCopied),
  );
}
