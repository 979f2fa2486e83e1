import { showToast, showError } from '../../parts/layer/toast.tsx';
import { pageTexts } from '../texts.ts';

/** Copies the current address, which includes the state of the page. */
export const copyAddress = (): void => copyText(location.href, pageTexts.feature.copied);

/** Copies a text and confirms it in a toast. */
export function copyText(text: string, message: string): void {
  void Promise.try(() => navigator.clipboard.writeText(text)).then(
    () => showToast(message),
    () => showError(pageTexts.feature.notCopied),
  );
}
