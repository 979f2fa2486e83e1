import { useSignal } from '@preact/signals';
import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { showToast, showError } from '../../parts/layer/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { useSession } from '../../server/session.ts';
import { beginning } from '../features/beginning.ts';
import { startTexts } from './texts.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as numberedStyles from '../../parts/mark/numbered.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
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
    <section class={panelStyles.panel} aria-label={startTexts.firstSteps.title}>
      <header>
        <h2>{startTexts.firstSteps.title}</h2>
      </header>
      <ol class={`${numberedStyles.numbered} ${numberedStyles.inside}`}>
        <Step
          title={startTexts.firstSteps.create}
          about={startTexts.firstSteps.createAbout}
          href={`${projectHref(project)}?create`}
          isDone={first !== undefined}
        />
        <Step
          title={startTexts.firstSteps.turnOn}
          about={startTexts.firstSteps.turnOnAbout}
          href={target && `${featureHref(target.project, target.name)}${beginning(target.environments)}`}
          isDone={on !== undefined}
        />
        <Step
          title={startTexts.firstSteps.connect}
          about={startTexts.firstSteps.connectAbout}
          href={target && `${hrefOf(project, 'connect')}?feature=${encodeURIComponent(target.name)}`}
          isDone={false}
        />
      </ol>
      {features.total === 0 && may('ADMIN') && <SampleOffer />}
    </section>
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
      {isDone && <span class={tagStyles.clear}>{startTexts.firstSteps.done}</span>}
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
    showToast(startTexts.firstSteps.filling);
    try {
      const { fillFromBrowser } = await import('./sample.ts');
      await fillFromBrowser();
      showToast(startTexts.firstSteps.filled);
    } catch (error) {
      showError(startTexts.firstSteps.notFilled((error as Error).message));
    }
    isBusy.value = false;
    await askAgain();
  }
  return (
    <footer>
      <span>
        {startTexts.firstSteps.orSample} <small>{startTexts.firstSteps.sampleAbout}</small>
      </span>
      <button type="button" class={buttonStyles.button} aria-busy={isBusy.value} onClick={() => void fill()}>
        <Icon name="plus" />
        {startTexts.firstSteps.sample}
      </button>
    </footer>
  );
}
