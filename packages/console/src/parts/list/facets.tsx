import { joinFilter, splitFilter } from '../../base/split-filter.ts';
import { Menu } from '../layer/menu.tsx';
import * as styles from './facets.module.css';

/** A property to filter by, with the terms that it offers. */
export interface Facet {
  readonly title: string;
  readonly choices: readonly { readonly title: string; readonly term: string }[];
}

interface FacetsProps {
  readonly facets: readonly Facet[];
  readonly filter: string;
  /** Keys of terms. */
  readonly keys: readonly string[];
  readonly change: (filter: string) => void;
  /** Called when the user starts to choose. */
  readonly begin: () => void;
}

/** Buttons that add a term to the filter. */
export function Facets({ facets, filter, keys, change, begin }: FacetsProps) {
  const add = (term: string) => {
    const { terms, words } = splitFilter(filter, keys);
    change(joinFilter({ terms: [...new Set([...terms, term])], words }));
  };
  return (
    <div class={styles.facets} role="group" aria-label="Filters" onFocusIn={begin} onPointerEnter={begin}>
      {facets.map(({ title, choices }) => (
        <Menu
          key={title}
          label={`Filter by ${title.toLowerCase()}`}
          title={title}
          icon="down"
          none="Nothing to choose from"
          choices={choices.map((choice) => ({ title: choice.title, press: () => add(choice.term) }))}
        />
      ))}
    </div>
  );
}
