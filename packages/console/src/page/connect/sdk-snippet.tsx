import { useLocation } from 'preact-iso/router';
import { CopyField } from '../../parts/layer/shown-once.tsx';
import { type Snippet, snippets } from '../../base/snippets.ts';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './connect.module.css';

/** The snippet named in the address, otherwise the first. */
export const useSnippet = (): Snippet => {
  const { query } = useLocation();
  return snippets.find(({ id }) => id === query['sdk']) ?? (snippets[0] as Snippet);
};

/** The address of the same page with changed query parameters; empty values are removed. */
export function withQuery(path: string, query: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries({ ...query, ...changed }).filter(([, value]) => value !== ''));
  return `${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

interface SdkSnippetProps {
  readonly secret: string;
  readonly feature: string;
  readonly variants: readonly string[];
}

/** The snippet of the selected SDK, and the list of SDKs. */
export function SdkSnippet({ secret, feature, variants }: SdkSnippetProps) {
  const { path, query } = useLocation();
  const chosen = useSnippet();
  return (
    <>
      <nav class={styles.sdks} aria-label="SDKs">
        {snippets.map(({ id, title }) => (
          <a
            key={id}
            class={badgeStyles.badge}
            href={withQuery(path, query, { sdk: id })}
            aria-current={id === chosen.id ? 'true' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {chosen.install !== null && <CopyField label="Install" text={chosen.install} />}
      <CopyField label={`Code for ${chosen.title}`} text={chosen.code({ origin: location.origin, secret, feature, variants })} />
    </>
  );
}
