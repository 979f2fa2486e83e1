import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { useAnswer } from '../../server/answer.ts';
import { beginning } from '../features/beginning.ts';
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
