import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { hrefOf, projectHref } from '../../frame/address.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { Facets } from '../../parts/list/facets.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { NothingFound } from '../../parts/panel/nothing-found.tsx';
import { showError } from '../../parts/layer/toast.tsx';
import { Empty, Failed, Skeleton } from '../../parts/panel/panel.tsx';
import { type Home, useLack } from '../../server/session.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { FeatureTable } from './feature-table.tsx';
import { keysOf } from './filter.ts';
import { readSorting } from './sorting.ts';
import { NewFeature } from './new-feature.tsx';
import { useRows } from './rows.ts';
import { useOpenRequests } from './use-open-requests.ts';
import { useShownEnvironments } from './use-shown-environments.ts';
import { SavedViews } from './saved-views.tsx';
import { facetsOf, suggestionsFor } from './suggestions.ts';
import { useKnownValues } from './use-known-values.ts';
import { useListEnvironments } from './use-list-environments.ts';
import { Button } from '../../parts/mark/button.tsx';
import { counted } from '../../base/format.ts';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './features.module.css';
import { holdBack } from '../../server/live/live.ts';
import { askAgain } from '../../server/ask.ts';

const about = 'Who gets each feature in each environment: no one (ring), some users (slice) or everyone (disc).';

/** The features of a project, or of all projects. The filter is part of the address. */
export function Features({ project }: { readonly project?: string }) {
  const home = project ?? null;
  const { filter, search, sorting, sort } = useAddressOfFeatures(home);
  const { create, mayNotCreate, isCreating } = useCreation(home);
  const { found, rows, total, readNames, more } = useRows(home, filter, sorting);
  // Here, and not in the table, so that they are requested together with the rows.
  const shown = useShownEnvironments(home);
  const requests = useOpenRequests(home);
  const isLeaving = useSignal(false);
  const isSelecting = useSignal(false);
  const panel = useRef<HTMLElement>(null);
  const waiting = useWaitingChanges(home, panel);
  return (
    <>
      {home === null ? <PageHead title="Features" about={about} /> : <Head project={home} create={create} refused={mayNotCreate} />}
      <section class={panelStyles.panel} ref={panel} onMouseLeave={waiting.leave}>
        <Filters {...{ home, filter, search, total, waiting, isSelecting }} leave={() => (isLeaving.value = true)} />
        {found.error && rows.length === 0 && <Failed refusal={found.error} again={() => void found.refetch()} />}
        {found.isPending && <Skeleton />}
        {total === 0 && <Nothing filter={filter} showAll={() => search('')} create={home === null ? undefined : create} />}
        {rows.length > 0 && (
          <FeatureTable
            {...{ home, shown, requests, isLeaving }}
            rows={rows}
            total={total ?? rows.length}
            readNames={readNames}
            isCurrent={!found.isPlaceholderData}
            isSelecting={isSelecting.value}
            sorting={sorting}
            sort={sort}
            more={more}
          />
        )}
      </section>
      {home !== null && <NewFeature project={home} isOpen={isCreating.value} close={() => (isCreating.value = false)} />}
    </>
  );
}

/** Whether the form for a new feature is open. An address can open it, once. */
function useCreation(home: Home) {
  const { query, route } = useLocation();
  const isCreating = useSignal(false);
  useEffect(() => {
    if (query['create'] === undefined || home === null) return;
    isCreating.value = true;
    route(projectHref(home), true);
  }, [query['create']]);
  const lack = useLack();
  const mayNotCreate = lack('CREATE_FEATURE', { project: home ?? '' });
  const create = () => (mayNotCreate === undefined ? void (isCreating.value = true) : showError(mayNotCreate));
  useShortcuts(useMemo(() => (home === null ? {} : { create }), [home, mayNotCreate]));
  return { create, mayNotCreate, isCreating };
}

/** The filter and the order in the address. */
function useAddressOfFeatures(home: Home) {
  const { query, route } = useLocation();
  const { q: filter = '', sort: sortedBy = '' } = query;
  const go = (changes: { readonly q?: string; readonly sort?: string }) => {
    const parameters = Object.entries({ q: filter, sort: sortedBy, ...changes }).filter(([, value]) => value !== '');
    route(`${hrefOf(home, 'features')}${parameters.length > 0 ? `?${String(new URLSearchParams(parameters))}` : ''}`, true);
  };
  const search = (q: string) => go({ q });
  useShortcuts(useMemo(() => (filter === '' ? {} : { close: () => search('') }), [filter, sortedBy]));
  return { filter, search, sorting: readSorting(sortedBy || undefined), sort: (next: string) => go({ sort: next }) };
}

interface HeadProps {
  readonly project: string;
  readonly create: () => void;
  readonly refused: string | undefined;
}

function Head({ project, create, refused }: HeadProps) {
  return (
    <PageHead
      title="Features"
      about={about}
      actions={[{ title: 'Connect an application', href: hrefOf(project, 'connect'), isInside: true }]}
    >
      <Button look="main" refused={refused} press={create} icon="plus">
        New feature <kbd>N</kbd>
      </Button>
    </PageHead>
  );
}

interface FiltersProps {
  readonly home: Home;
  readonly filter: string;
  readonly search: (text: string) => void;
  readonly total: number | undefined;
  readonly waiting: ReturnType<typeof useWaitingChanges>;
  /** Goes to the first row. */
  readonly leave: () => void;
  readonly isSelecting: Signal<boolean>;
}

/** The filter field, saved views, the number of features and the number of pending changes. */
function Filters({ home, filter, search, total, waiting, leave, isSelecting }: FiltersProps) {
  const environments = useListEnvironments(home) ?? [];
  const isFiltering = useSignal(false);
  const known = useKnownValues(home, environments, isFiltering.value);
  const begin = () => (isFiltering.value = true);
  return (
    <div class={filterFieldStyles.filters}>
      <FilterField
        label="Filter by name, description or tag"
        value={filter}
        change={search}
        keys={keysOf(home)}
        leave={leave}
        begin={begin}
        suggest={(typed) => suggestionsFor(typed, known, home)}
      />
      <Facets facets={facetsOf(known, home)} filter={filter} keys={keysOf(home)} change={search} begin={begin} />
      <SavedViews home={home} filter={filter} />
      <ColumnChooser home={home} environments={environments} />
      {home !== null && (
        <Button
          look="quiet"
          className={styles.select}
          aria-pressed={isSelecting.value}
          press={() => (isSelecting.value = !isSelecting.value)}
          text="Select"
        />
      )}
      {total !== undefined && (
        <span class={filterFieldStyles.count} role="status">
          {counted(total, 'feature')}
        </span>
      )}
      {waiting.count > 0 && (
        <span class={styles.changed} role="status">
          {counted(waiting.count, 'new change')},
          <Button look="link" press={waiting.show} text="Show" />
        </span>
      )}
    </div>
  );
}

interface NothingProps {
  readonly filter: string;
  readonly showAll: () => void;
  readonly create: (() => void) | undefined;
}

function Nothing({ filter, showAll, create }: NothingProps) {
  if (filter) return <NothingFound filter={filter} showAll={showAll} />;
  return (
    <Empty title="No features yet">
      <p>Create one here or with the API, or import features from another server.</p>
      {create && <Button look="main" press={create} text="Create a feature" />}
    </Empty>
  );
}

const list = 'GET /api/admin/search/features';
const hasPointer = matchMedia('(hover: hover)');

/**
 * Number of features changed by others while the pointer or focus was in the list, whose rows do not move then. The changes appear when it
 * leaves, or on request; without a pointer, only on request.
 */
function useWaitingChanges(home: Home, rows: RefObject<HTMLElement | null>) {
  const waiting = useSignal<ReadonlySet<string>>(new Set());
  const show = () => {
    if (waiting.value.size === 0) return;
    waiting.value = new Set();
    void askAgain(list);
  };
  useEffect(() => {
    const isUsed = () => !hasPointer.matches || (rows.current?.matches(':hover, :focus-within') ?? false);
    return holdBack(list, (change) => {
      if ((home !== null && change.project !== home) || change.featureName === null || !isUsed()) return false;
      waiting.value = new Set([...waiting.value, change.featureName]);
      return true;
    });
  }, [home]);
  return { count: waiting.value.size, show, leave: () => hasPointer.matches && show() };
}
