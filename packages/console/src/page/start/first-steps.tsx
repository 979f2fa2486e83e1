import { useSignal } from '@preact/signals';
import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { showToast, showError } from '../../parts/layer/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { useSession } from '../../server/session.ts';
import { beginning } from '../features/beginning.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as numberedStyles from '../../parts/mark/numbered.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as tagStyles from '../../parts/mark/tag.module.css';

/** Instances with more features do not show the first steps. */
const maxFeatures = 20;
const firstProject = 'default';
const everyMs = 10_000;

/** Steps to the first evaluation. Hidden once an application has connected. */
export function FirstSteps() {
  const projects = useAnswer('GET /api/admin/projects', {}).data?.projects;
  const isNew = projects !== undefined && projects.reduce((sum, { featureCount }) => sum + featureCount, 0) <= maxFeatures;
  const search = { query: { limit: String(maxFeatures), sortBy: 'createdAt' } };
  const features = useAnswer('GET /api/admin/search/features', search, { when: isNew }).data;
  const applications = useAnswer('GET /api/admin/metrics/applications', { query: { limit: '1' } }, { everyMs, when: isNew }).data;
  const { may } = useSession();
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
      {features.total === 0 && may('ADMIN') && <SampleOffer />}
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

/** Fills an empty instance with sample data from the browser. */
function SampleOffer() {
  const isBusy = useSignal(false);
  async function fill() {
    if (isBusy.value) return;
    isBusy.value = true;
    showToast('Adding sample data…');
    try {
      const { fillFromBrowser } = await import('./sample.ts');
      await fillFromBrowser();
      showToast('Added the projects Shop and Warehouse.');
    } catch (error) {
      showError(`Couldn’t add sample data: ${(error as Error).message}`);
    }
    isBusy.value = false;
    await askAgain();
  }
  return (
    <footer>
      <span>
        Or look around first: <small>Two projects with features, segments and a change request to review. Best on a test instance.</small>
      </span>
      <Button look="button" aria-busy={isBusy.value} press={() => void fill()} icon="plus" text="Add sample data" />
    </footer>
  );
}
