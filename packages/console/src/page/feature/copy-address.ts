import { say, sayRefused } from '../../parts/toast.tsx';
import { words } from '../../base/words.ts';

/** Copies where one is, with all that the address holds of the page's state. */
export function copyAddress(): void {
  const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error('no clipboard'));
  copying.then(
    () => say(words.feature.copied),
    () => sayRefused(words.feature.notCopied),
  );
}
