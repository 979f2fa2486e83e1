import { useSignal } from '@preact/signals';
import type { Query } from '@tanstack/preact-query';
import { useEffect, useRef } from 'preact/hooks';
import { answers, useAnswer, type OperationName } from '../../server/ask.ts';
import { ChangedLast, useLastChanges } from './changed-last.tsx';
import { EnvironmentChooser, useShown } from './shown-environment.tsx';
import { WaitingForYou } from './waiting.tsx';
import { Title } from '../../parts/mark/title.tsx';
import { openPalette } from '../../frame/palette.ts';
import { showError } from '../../parts/layer/toast.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import * as styles from './start.module.css';
import { FeatureCards, FoundCards } from './feature-cards.tsx';
import { Panel, Answer } from '../../parts/panel/panel.tsx';
import { counted, formatFigure } from '../../base/format.ts';
import { changeRequestHref, projectHref, featureHref, hrefOf } from '../../frame/address.ts';
import * as listStyles from '../../parts/mark/list.module.css';
import { beginning } from '../features/beginning.ts';
import * as numberedStyles from '../../parts/mark/numbered.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

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

const later = () => import('./later.tsx').then(({ LaterPanels }) => LaterPanels);
const notLoaded = () => showError('Couldn’t load all panels. Reload the page.');
/** Distance from the view at which its panels load. */
const near = { rootMargin: '200px' };

/** Panels in a script of their own, which loads once they come near the view: they are below what matters during an incident. */
function Later() {
  const { isPending } = useLastChanges();
  const isNear = useSignal(false);
  const begin = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => (isNear.value ||= seen.some(({ isIntersecting }) => isIntersecting)), near);
    if (begin.current) observer.observe(begin.current);
    return () => observer.disconnect();
  }, [isPending]);
  const Panels = useLoaded(later, isNear.value, notLoaded);
  if (isPending) return null;
  return Panels ? <Panels /> : <div ref={begin} />;
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
          <FoundCards title="Favorites" query={{ favorite: 'IS:true' }} />
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
const FindFeature = () => (
  <Button look="none" className={styles.find} aria-haspopup="dialog" press={openPalette} icon="search" text="Find a feature" />
);

/** Key figures of all projects, each with a link to what it counts, or to the first of it. Hidden while there are no features. */
function Figures() {
  const shown = useShown();
  const projects = useAnswer('GET /api/admin/projects', {}).data?.projects ?? [];
  const inbox = useAnswer('GET /api/admin/inbox', {}).data;
  const stopped = useAnswer('GET /api/admin/release-plans/upcoming', {}).data?.stopped;
  const waiting = inbox?.reviews.first[0];
  const halted = stopped?.[0];
  if (projects.every(({ featureCount }) => featureCount === 0)) return null;
  const stale = projects.reduce((sum, { staleFeatureCount: is, potentiallyStaleFeatureCount: maybe }) => sum + is + maybe, 0);
  return (
    <ul class={styles.figures}>
      <Figure count={shown?.enabledToggleCount} title={`on in ${shown?.name}`} href={`/features?q=on:${shown?.name}`} />
      <Figure
        count={inbox?.reviews.total}
        title="to review"
        href={waiting ? changeRequestHref(waiting.project, waiting.id) : '/change-requests'}
      />
      <Figure count={stale} title="stale" href="/features?q=state:stale+state:potentially-stale" />
      <Figure
        count={stopped?.length}
        title="stopped by safeguards"
        href={halted ? featureHref(halted.project, halted.featureName) : '/features'}
      />
    </ul>
  );
}

const Figure = ({ count, title, href }: { readonly count: number | undefined; readonly title: string; readonly href: string }) => (
  <li>
    <a href={href}>
      <b>{count === undefined ? '–' : formatFigure(count)}</b> {title}
    </a>
  </li>
);

const maxFetched = 100;
const maxShown = 5;

/** Kill switches that are not favorites, by name, so that turning one moves none. Hidden if there are none. */
function KillSwitches() {
  const isComplete = useSignal(false);
  const { data } = useAnswer('GET /api/admin/search/features', {
    query: { type: ['kill-switch'], limit: String(maxFetched), sortBy: 'name', with: 'reach,usage' },
  });
  const others = data?.features.filter(({ favorite }) => !favorite) ?? [];
  if (!data || others.length === 0) return null;
  const further = data.total - data.features.length;
  return (
    <Panel title="Kill switches">
      <FeatureCards features={isComplete.value ? others : others.slice(0, maxShown)} />
      {!isComplete.value && others.length > maxShown && (
        <footer>
          <Button look="link" press={() => (isComplete.value = true)}>
            Show all {formatFigure(others.length)}
          </Button>
        </footer>
      )}
      {isComplete.value && further > 0 && <footer>and {further} more</footer>}
    </Panel>
  );
}

/** The first projects, and a link to all of them. */
function FirstProjects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  return (
    <Panel title="Projects" end={<a href="/projects">All projects</a>}>
      <Answer of={projects}>
        {(answer) => (
          <ul class={listStyles.plain}>
            {answer.projects.slice(0, maxShown).map(({ id, name, featureCount }) => (
              <li key={id}>
                <a href={projectHref(id)}>{name}</a>
                <small>{counted(featureCount, 'feature')}</small>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}

/** Instances with more features do not show the first steps. */
const maxFeatures = 20;
const firstProject = 'default';
const everyMs = 10_000;

/** Steps to the first evaluation. Hidden once an application has connected. */
function FirstSteps() {
  const projects = useAnswer('GET /api/admin/projects', {}).data?.projects;
  const isNew = projects !== undefined && projects.reduce((sum, { featureCount }) => sum + featureCount, 0) <= maxFeatures;
  const search = { query: { limit: String(maxFeatures), sortBy: 'createdAt' } };
  const features = useAnswer('GET /api/admin/search/features', search, { when: isNew }).data;
  const applications = useAnswer('GET /api/admin/metrics/applications', { query: { limit: '1' } }, { everyMs, when: isNew }).data;
  if (!isNew || !features || !applications || applications.total > 0) return null;
  const first = features.features[0];
  const on = features.features.find(({ environments }) => environments.some(({ enabled }) => enabled));
  const target = on ?? first;
  const project = target?.project ?? firstProject;
  return (
    <Panel title="Three steps to your first feature">
      <ol class={`${numberedStyles.numbered} ${numberedStyles.inside}`}>
        <Step
          title="Create a feature"
          about="Your code uses its name."
          href={`${projectHref(project)}?create`}
          isDone={first !== undefined}
        />
        <Step
          title="Choose who gets it and turn it on"
          about="Everyone, a percentage or specific users. Start in development."
          href={target && `${featureHref(target.project, target.name)}${beginning(target.environments)}`}
          isDone={on !== undefined}
        />
        <Step
          title="Connect an application"
          about="Create a token and add a few lines of code. The page shows the first evaluation."
          href={target && `${hrefOf(project, 'connect')}?feature=${encodeURIComponent(target.name)}`}
          isDone={false}
        />
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly title: string;
  readonly about: string;
  /** Undefined until the previous step is done. */
  readonly href: string | undefined;
  readonly isDone: boolean;
}

const Step = ({ title, about, href, isDone }: StepProps) => (
  <li>
    <h3>
      {href === undefined ? title : <a href={href}>{title}</a>}
      {isDone && <span class={tagStyles.clear}>done</span>}
    </h3>
    <p class="dim">{about}</p>
  </li>
);
