import { showRefusal } from '../../parts/layer/toast.tsx';
import { useSignal } from '@preact/signals';
import { DropDown } from '../../parts/layer/drop-down.tsx';
import { savePreference, usePreference } from '../../server/preference.ts';
import type { Home } from '../../server/session.ts';
import { columnsPreference, maxColumns, shownOf } from './columns.ts';
import * as fieldStyles from '../../parts/form/field.module.css';

interface ColumnChooserProps {
  readonly home: Home;
  readonly environments: readonly string[];
  readonly title?: string;
}

const fewEnvironments = 8;

/** Selects the environments shown as columns. Hidden if all of them fit. */
export function ColumnChooser({ home, environments, title = 'Environments' }: ColumnChooserProps) {
  const key = home ?? '';
  const columns = usePreference(columnsPreference);
  const typed = useSignal('');
  if (environments.length <= maxColumns) return null;
  const shown = shownOf(environments, columns[key]);
  const choose = (names: readonly string[]) => void showRefusal(() => savePreference(columnsPreference, { ...columns, [key]: names }));
  const listed = environments.filter((name) => name.toLowerCase().includes(typed.value.trim().toLowerCase()));
  return (
    <DropDown title={title}>
      {() => (
        <>
          {environments.length > fewEnvironments && (
            <input
              type="search"
              value={typed.value}
              aria-label="Find an environment"
              placeholder="Find an environment"
              onInput={(event) => (typed.value = event.currentTarget.value)}
            />
          )}
          <p class="dim">Select up to {maxColumns}.</p>
          {listed.map((name) => {
            const isShown = shown.includes(name);
            return (
              <label key={name} class={fieldStyles.check}>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown ? shown.length === 1 : shown.length >= maxColumns}
                  onChange={() => choose(isShown ? shown.filter((other) => other !== name) : [...shown, name])}
                />
                <span>{name}</span>
              </label>
            );
          })}
        </>
      )}
    </DropDown>
  );
}
