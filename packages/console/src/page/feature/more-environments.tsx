import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/mark/icon.tsx';
import { ColumnChooser } from '../features/column-chooser.tsx';
import type { ShownEnvironment } from './state/use-environments.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './feature.module.css';

interface MoreEnvironmentsProps {
  readonly project: string;
  readonly environments: readonly ShownEnvironment[];
  /** Environments without a card. */
  readonly further: readonly ShownEnvironment[];
  readonly draw: (environment: ShownEnvironment) => ComponentChildren;
}

/** The environments without a card: their number, and on request a row for each. */
export function MoreEnvironments({ project, environments, further, draw }: MoreEnvironmentsProps) {
  const typed = useSignal('');
  if (further.length === 0) return null;
  const on = further.filter(({ enabled }) => enabled).length;
  const found = further.filter(({ name }) => name.toLowerCase().includes(typed.value.trim().toLowerCase()));
  return (
    <details class={styles.further}>
      <summary class={buttonStyles.small}>
        {further.length} more: {on === 0 ? 'none' : on} on
        <Icon name="down" />
      </summary>
      <div class={panelStyles.panel}>
        <p class={fieldStyles.inputs}>
          <input
            type="search"
            aria-label="Filter environments"
            placeholder="Filter environments"
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
          <ColumnChooser title="Choose cards" home={project} environments={environments.map(({ name }) => name)} />
        </p>
        <ul>{found.map(draw)}</ul>
        {found.length === 0 && <p class="dim">No environment matches.</p>}
      </div>
    </details>
  );
}
