import { LinkedFeature } from '../feature/linked-feature.tsx';
import { formatFigure, formatMoment } from '../../base/format.ts';
import { applicationHref } from '../../frame/address.ts';
import { showError, showToast, showRefusal } from '../../parts/layer/toast.tsx';
import { Panel } from '../../parts/panel/panel.tsx';
import { askAgain, useAnswer, type FoundFeature, type AnswerOf } from '../../server/ask.ts';
import { type Preference, savePreference, usePreference } from '../../server/preference.ts';
import { useProjectName, useSession } from '../../server/session.ts';
import { FoundCards } from './feature-cards.tsx';
import { InboxSection } from './waiting.tsx';
import { useSending } from '../../server/use-sending.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as listStyles from '../../parts/mark/list.module.css';
import * as numberedStyles from '../../parts/mark/numbered.module.css';

/** Panels below the changes, which load after them. Empty ones are left out. */
export const LaterPanels = () => (
  <>
    <SampleOffer />
    <WhatNext />
    <ComingUp />
    <OwnFeatures />
    <Watched />
    <UnknownFeatures />
  </>
);

/** Scheduled requests, releases that a safeguard stopped, and milestones that start by time, next first. Hidden if there are none. */
function ComingUp() {
  const scheduled = useAnswer('GET /api/admin/inbox', {}).data?.scheduled;
  const { stopped = [], milestones = [] } = useAnswer('GET /api/admin/release-plans/upcoming', {}).data ?? {};
  if (!scheduled?.total && stopped.length + milestones.length === 0) return null;
  const further = milestones.length - maxMilestones;
  return (
    <Panel title="Coming up">
      {scheduled && <InboxSection title="Scheduled requests" part={scheduled} />}
      <ul class={listStyles.plain}>
        {stopped.slice(0, maxMilestones).map(({ reason, ...release }) => (
          <Release key={`${release.featureName} ${release.environment}`} {...release} text={`stopped by a safeguard: ${reason}`} />
        ))}
        {milestones.slice(0, maxMilestones).map(({ milestone, startsAt, ...release }) => (
          <Release
            key={`${release.featureName} ${release.environment}`}
            {...release}
            text={`${milestone} starts ${formatMoment(Date.parse(startsAt))}`}
          />
        ))}
        {further > 0 && <li class="dimmer">and {formatFigure(further)} more</li>}
      </ul>
    </Panel>
  );
}

const maxMilestones = 8;

interface ReleaseProps {
  readonly project: string;
  readonly featureName: string;
  readonly environment: string;
  readonly text: string;
}

const Release = ({ project, featureName, environment, text }: ReleaseProps) => (
  <li>
    <LinkedFeature project={project} name={featureName} environment={environment} />
    <small>
      {text} · {environment} · {useProjectName()(project)}
    </small>
  </li>
);

/** True for features without a panel of their own. */
const isOther = ({ favorite, type }: FoundFeature): boolean => !favorite && type !== 'kill-switch';

const OwnFeatures = () => <FoundCards title="Your features" query={{ owner: `IS:${useSession().user?.id}` }} isShown={isOther} />;

const maxWatched = 20;

/** Features that the user watches without being their owner. */
function Watched() {
  const { data } = useAnswer('GET /api/admin/user/watches', {});
  const names = data?.watches.flatMap(({ featureName, asOwner }) => (asOwner ? [] : featureName)) ?? [];
  const query = { name: `IS_ANY_OF:${names.slice(0, maxWatched).join(',')}` };
  return <FoundCards title="Watched" query={query} when={names.length > 0} isShown={isOther} />;
}

const maxNames = 5;

/** Names that applications request and that no feature has, mostly misspelled or deleted too early. */
function UnknownFeatures() {
  const names = useUnknownFeatures() ?? [];
  if (names.length === 0) return null;
  return (
    <Panel title="Unknown features" end={<a href="/applications">Applications</a>}>
      <ul class={listStyles.plain}>
        {names.slice(0, maxNames).map(([name, requests]) => (
          <li key={name}>
            <span class="mono">{name}</span>
            <small>
              requested by{' '}
              {[...new Set(requests.map(({ appName }) => appName))].map((appName, index) => (
                <span key={appName}>
                  {index > 0 && ', '}
                  <a href={applicationHref(appName)}>{appName}</a>
                </span>
              ))}
            </small>
          </li>
        ))}
        {names.length > maxNames && <li class="dimmer">and {names.length - maxNames} more</li>}
      </ul>
    </Panel>
  );
}

const dismissed: Preference<boolean> = { key: 'console.what-next', initial: false, read: (stored) => stored === true };

const steps = [
  { title: 'Describe users with a segment', about: 'Strategies of all features can use it.', href: '/segments' },
  { title: 'Add test users', about: 'Each feature then shows who of them gets it, and why.', href: '/projects/default/personas' },
  { title: 'Protect production', about: 'Changes then need an approval.', href: '/projects/default/settings' },
  { title: 'Invite a colleague', about: 'By mail, by a link, or with single sign-on.', href: '/settings/users' },
];

const dismiss = () => void showRefusal(() => savePreference(dismissed, true));

/** Steps after the first evaluation, until the user dismisses them. */
function WhatNext() {
  const isDismissed = usePreference(dismissed);
  const { may } = useSession();
  const applications = useAnswer('GET /api/admin/metrics/applications', { query: { limit: '1' } }).data;
  if (isDismissed || !applications?.total || !may('ADMIN')) return null;
  return (
    <Panel title="Your first feature is in use. What next?" end={<Button press={() => dismiss()} text="Dismiss" />}>
      <ol class={`${numberedStyles.numbered} ${numberedStyles.inside}`}>
        {steps.map(({ title, about, href }) => (
          <li key={href}>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p class="dim">{about}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Fills an empty instance with sample data from the browser. */
function SampleOffer() {
  const { isBusy, send } = useSending();
  const { may } = useSession();
  const projects = useAnswer('GET /api/admin/projects', {}).data?.projects;
  if (!projects?.every(({ featureCount }) => featureCount === 0) || !may('ADMIN')) return null;
  async function fill() {
    showToast('Adding sample data…');
    try {
      const { fillFromBrowser } = await import('./sample.ts');
      await fillFromBrowser();
      showToast('Added the projects Shop and Warehouse.');
    } catch (error) {
      showError(`Couldn’t add sample data: ${(error as Error).message}`);
    }
    await askAgain();
  }
  return (
    <Panel title="Look around first" about="Two projects with features, segments and a change request to review. Best on a test instance.">
      <footer>
        <Button look="button" aria-busy={isBusy.value} press={() => void send(fill)} icon="plus" text="Add sample data" />
      </footer>
    </Panel>
  );
}

const list = 'GET /api/admin/metrics/unknown-flags';
type Requested = AnswerOf<typeof list>['unknownFlags'][number];

/** Names that applications request and that no feature has, each with its requests, the latest first. */
function useUnknownFeatures(): readonly (readonly [name: string, requests: readonly Requested[]])[] | undefined {
  const { data } = useAnswer(list, {});
  return data && [...Map.groupBy(data.unknownFlags, ({ name }) => name)];
}
