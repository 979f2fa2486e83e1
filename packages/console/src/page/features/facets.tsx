import { Menu } from '../../parts/menu.tsx';
import type { FilterKey } from './filter.ts';
import type { KnownValues } from './suggestions.ts';
import { featuresTexts } from './texts.ts';
import * as styles from './features.module.css';

interface FacetsProps {
  readonly known: KnownValues;
  readonly add: (term: string) => void;
  /** Called when the user starts to choose. */
  readonly begin: () => void;
}

/** Filter keys that have a button. */
const facets: readonly (readonly FilterKey[])[] = [['state'], ['type'], ['tag'], ['on', 'off'], ['segment'], ['changed']];

/** Buttons that add a term to the filter. */
export function Facets({ known, add, begin }: FacetsProps) {
  return (
    <div class={styles.facets} role="group" aria-label={featuresTexts.facets.label} onFocusIn={begin} onPointerEnter={begin}>
      {facets.map((keys) => (
        <Menu
          key={keys.join()}
          label={featuresTexts.facets.titles[keys[0] ?? ''] ?? ''}
          title={featuresTexts.facets.titles[keys[0] ?? ''] ?? ''}
          icon="down"
          none={featuresTexts.facets.none}
          choices={keys.flatMap((key) =>
            (known[key] ?? []).map((value) => ({
              title: featuresTexts.facets.choice(key, value),
              press: () => add(`${key}:${/\s/.test(value) ? `"${value}"` : value}`),
            })),
          )}
        />
      ))}
    </div>
  );
}
