import type { Phrase } from './sentence.ts';
import * as shareBarStyles from '../mark/share-bar.module.css';
import * as strategyStyles from './strategy.module.css';

/** A sentence with highlighted values and names, rendered as text only. */
export function SentenceLine({ phrases }: { readonly phrases: readonly Phrase[] }) {
  return (
    <p class={strategyStyles.sentence}>
      {phrases.map(({ kind, text }, index) => (
        <span key={index} class={kind === 'text' ? '' : strategyStyles.value}>
          {text}
        </span>
      ))}
    </p>
  );
}

/** A percentage as a bar, with the difference of a draft in amber. */
export function ShareBar({ now, draft = now }: { readonly now: number; readonly draft?: number }) {
  const [min, max] = [Math.min(now, draft), Math.max(now, draft)];
  return (
    <svg class={shareBarStyles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class={shareBarStyles.ground} width="100" height="8" />
      <rect class={shareBarStyles.share} width={min} height="8" />
      <rect class={shareBarStyles.draft} x={min} width={max - min} height="8" />
    </svg>
  );
}
