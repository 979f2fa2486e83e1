import { useSignal } from '@preact/signals';
import type { Query } from '@tanstack/preact-query';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { answers, useAnswer } from '../../server/answer.ts';
import type { OperationName } from '../../server/request.ts';
import { ChangedLast } from './changed-last.tsx';
import { Favorites } from './favorites.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KillSwitches } from './kill-switches.tsx';
import { FirstProjects } from './first-projects.tsx';
import { EnvironmentChooser, useShownName } from './shown-environment.tsx';
import { WaitingForYou } from './waiting.tsx';
import { Title } from '../../parts/mark/title.tsx';
import { openPalette } from '../../frame/palette.ts';
import { Button } from '../../parts/mark/button.tsx';
import { useUnknownFeatures } from './use-unknown-features.ts';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import * as styles from './start.module.css';

/** Requests of panels that would push others down. Changes come last, and waiting requests first, so they delay nothing. */
const first: ReadonlySet<unknown> = new Set<OperationName>([
  'GET /api/admin/environments',
  'GET /api/admin/metrics/applications',
  'GET /api/admin/projects',
  'GET /api/admin/search/features',
]);

const firstPending = {
  predicate: ({ queryKey: [name], state }: Query) => first.has(name) && state.status === 'pending',
} as const;

/** Returns true once the first requests have been answered or have failed. */
function useHasFirstAnswers(): boolean {
  const isComplete = useSignal(false);
  // Runs after the panels have sent their requests.
  useEffect(() => {
    const check = () => {
      if (answers.isFetching(firstPending) === 0) isComplete.value = true;
    };
    check();
    return answers.getQueryCache().subscribe(check);
  }, []);
  return isComplete.value;
}

/** Panels in a script of their own, because they are below what matters during an incident. */
function Later() {
  const panels = useSignal<ComponentType | null>(null);
  useEffect(() => void import('./later.tsx').then(({ LaterPanels }) => (panels.value = LaterPanels)), []);
  return panels.value && <panels.value />;
}

/** The start page: what waits for the user and what changed, beside favorites, kill switches and projects, and figures above them. Empty panels are left out. */
export function Start() {
  const isComplete = useHasFirstAnswers();
  return (
    <>
      <div class={pageHeadStyles.head}>
        <Title>Start</Title>
      </div>
      <FindFeature />
      <div class={isComplete ? styles.home : styles.later}>
        <div>
          <Figures />
          <FirstSteps />
          <WaitingForYou />
        </div>
        <div class={styles.side}>
          <EnvironmentChooser />
          <Favorites />
          <KillSwitches />
          <FirstProjects />
        </div>
        <div>
          <ChangedLast />
          <Later />
        </div>
      </div>
    </>
  );
}

/** The search of the top bar where a thumb reaches it. Only phones show it. */
const FindFeature = () => <Button class={styles.find} aria-haspopup="dialog" press={openPalette} icon="search" text="Find a feature" />;

const search = 'GET /api/admin/search/features';
const limit = '1';

/** Key figures of all projects, each with a link to what it counts. Hidden while there are no features. */
function Figures() {
  const environment = useShownName();
  const all = useAnswer(search, { query: { limit } }).data?.total;
  const status = [`${environment}:enabled`];
  const on = useAnswer(search, { query: { status, limit } }, { when: environment !== undefined }).data?.total;
  const stale = useAnswer(search, { query: { state: 'IS_ANY_OF:stale,potentially-stale', limit } }).data?.total;
  const unknown = useUnknownFeatures()?.length;
  if (!all) return null;
  return (
    <ul class={styles.figures}>
      <Figure count={all} title="features" href="/features" />
      <Figure count={on} title={`on in ${environment}`} href={`/features?q=on:${encodeURIComponent(environment ?? '')}`} />
      <Figure count={stale} title="stale" href="/features?q=state:stale+state:potentially-stale" />
      <Figure count={unknown} title="unknown names" href="/applications" />
    </ul>
  );
}

const Figure = ({ count, title, href }: { readonly count: number | undefined; readonly title: string; readonly href: string }) => (
  <li>
    <a href={href}>
      <b>{count?.toLocaleString('en') ?? '–'}</b> {title}
    </a>
  </li>
);
