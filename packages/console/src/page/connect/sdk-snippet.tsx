import { useLocation } from 'preact-iso';
import { CopyField } from '../../parts/shown-once.tsx';
import { type Snippet, snippets } from '../../base/snippets.ts';
import { connectTexts } from './texts.ts';
import * as plateStyles from '../../parts/plate.module.css';
import * as styles from './connect.module.css';

/** The snippet that the address names, else the first. */
export const useSnippet = (): Snippet => {
  const { query } = useLocation();
  return snippets.find(({ id }) => id === query['sdk']) ?? (snippets[0] as Snippet);
};

/** The address of the same page with other values in it; an empty one is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries({ ...query, ...changed }).filter(([, value]) => value !== ''));
  return `${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

interface SdkSnippetProps {
  readonly secret: string;
  readonly feature: string;
  readonly variants: readonly string[];
}

/** How a feature is asked for with the library that the address names, and those that there are. */
export function SdkSnippet({ secret, feature, variants }: SdkSnippetProps) {
  const { path, query } = useLocation();
  const chosen = useSnippet();
  return (
    <>
      <nav class={styles.sdks} aria-label={connectTexts.libraries}>
        {snippets.map(({ id, title }) => (
          <a
            key={id}
            class={plateStyles.plate}
            href={withQuery(path, query, { sdk: id })}
            aria-current={id === chosen.id ? 'true' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {chosen.install !== null && <CopyField label={connectTexts.install} text={chosen.install} />}
      <CopyField label={connectTexts.code(chosen.title)} text={chosen.code({ origin: location.origin, secret, feature, variants })} />
    </>
  );
}
