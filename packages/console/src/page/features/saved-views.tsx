import { showRefusal } from '../../parts/layer/toast.tsx';
import { useSignal } from '@preact/signals';
import { hrefOf } from '../../frame/address.ts';
import { DropDown } from '../../parts/layer/drop-down.tsx';
import { savePreference, usePreference } from '../../server/preference.ts';
import type { Home } from '../../server/session.ts';
import { viewsPreference, withoutView, withView } from './views.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

const maxNameLength = 60;

/** Saved filters of the list of a project, or across projects. */
export function SavedViews({ home, filter }: { readonly home: Home; readonly filter: string }) {
  const project = home ?? '';
  const views = usePreference(viewsPreference);
  const name = useSignal('');
  const own = views.filter((view) => view.project === project);
  const add = (event: Event, close: () => void) => {
    event.preventDefault();
    const called = name.value.trim();
    if (called === '') return;
    void showRefusal(() => savePreference(viewsPreference, withView(views, { project, name: called, q: filter })));
    name.value = '';
    close();
  };
  return (
    <DropDown title="Views">
      {(close) => (
        <>
          {own.length === 0 && <p class="dim">Filter the list, then save the filter as a view.</p>}
          {own.map((view) => (
            <span key={view.name} class={panelStyles.line}>
              <a href={`${hrefOf(home, 'features')}?q=${encodeURIComponent(view.q)}`} onClick={close}>
                {view.name}
              </a>
              <Button
                look="quiet"
                size="small"
                aria-label={`Delete view ${view.name}`}
                press={() => void showRefusal(() => savePreference(viewsPreference, withoutView(views, view)))}
                icon="close"
              />
            </span>
          ))}
          {filter !== '' && (
            <form class={panelStyles.line} onSubmit={(event) => add(event, close)}>
              <input
                type="text"
                value={name.value}
                maxLength={maxNameLength}
                aria-label="View name"
                placeholder="View name"
                onInput={(event) => (name.value = event.currentTarget.value)}
              />
              <Button type="submit" text="Save view" />
            </form>
          )}
        </>
      )}
    </DropDown>
  );
}
