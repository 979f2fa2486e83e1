import { useSignal } from '@preact/signals';
import { AsCurl } from '../../parts/layer/as-curl.tsx';
import { Select } from '../../parts/form/select.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import type { Switchable } from './turn/use-turn.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as styles from './features.module.css';

interface BulkBarProps {
  readonly project: string;
  readonly names: readonly string[];
  /** The number of features that match the filter. */
  readonly total: number;
  readonly chooseAll: (() => void) | undefined;
  readonly environments: readonly Switchable[];
  readonly clear: () => void;
}

/** Actions on all selected features at once. Each applies to all of them or to none. */
export function BulkBar({ project, names, total, chooseAll, environments, clear }: BulkBarProps) {
  const chosen = useSignal<string | null>(null);
  const environment = environments.find(({ name }) => name === chosen.value) ?? environments[0];
  const actions = useBulkActions({ project, names, environment, clear });
  return (
    <div class={styles.bulk} role="region" aria-label="Selected features">
      <b role="status">{names.length === 1 ? '1 selected' : `${names.length.toLocaleString('en')} selected`}</b>
      {chooseAll && (
        <Button
          look="link"
          press={chooseAll}
          text={total === 1 ? 'Select the feature that matches' : `Select all ${total.toLocaleString('en')} that match`}
        />
      )}
      <Select
        label="Environment"
        value={environment?.name ?? ''}
        choices={environments.map(({ name }) => ({ value: name, title: name }))}
        change={(name) => (chosen.value = name)}
      />
      {actions.map(({ title, act, refused }) => (
        <Button key={title} refused={refused} press={act} text={title} />
      ))}
      <AsCurl calls={actions.map(({ title, call }) => ({ title, call }))} />
      <Button class={`${buttonStyles.small} ${buttonStyles.quiet}`} press={clear} text="Clear selection" />
    </div>
  );
}
