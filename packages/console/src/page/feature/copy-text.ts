import { say, sayRefused } from '../../parts/toast.tsx';
import { pageTexts } from '../texts.ts';

/** Copies where one is, with all that the address holds of the page's state. */
export const copyAddress = (): void => copyText(location.href, pageTexts.feature.copied);

/** Copies a text, and says that it did. */
export function copyText(text: string, said: string): void {
  void Promise.try(() => navigator.clipboard.writeText(text)).then(
    () => say(said),
    () => sayRefused(pageTexts.feature.notCopied),
  );
}
