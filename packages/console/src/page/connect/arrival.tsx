import { hourMs } from '../../base/time.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Reach } from '../../base/reach.ts';
import { Done } from './done.tsx';
import * as styles from './connect.module.css';

const everyMs = 2000;

interface ArrivalProps {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

const describeEvaluations = (feature: string, count: number, on: number) =>
  `${feature} was evaluated ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`}: ${on.toLocaleString('en')} on, ${(count - on).toLocaleString('en')} off.`;

/** Shows whether an application has connected and evaluated the feature; polls every two seconds. */
export function Arrival({ project, feature, environment }: ArrivalProps) {
  const applications = useAnswer('GET /api/admin/projects/{projectId}/applications', { path: { projectId: project } }, { everyMs });
  const usage = useAnswer(
    'GET /api/admin/client-metrics/features/{featureName}/raw',
    { path: { featureName: feature }, query: { hoursBack: '1' } },
    { everyMs },
  );
  const counted = (usage.data?.data ?? []).filter((one) => one.environment === environment && isRecent(one.timestamp));
  const on = counted.reduce((sum, { yes }) => sum + yes, 0);
  const evaluations = counted.reduce((sum, { yes, no }) => sum + yes + no, 0);
  return (
    <Answer of={applications}>
      {({ applications: found }) => {
        const names = found.filter(({ environments }) => environments.includes(environment)).map(({ name }) => name);
        return (
          <div role="status">
            <ul class={styles.arrivals}>
              <li>
                <StatusDot reach={reachOf(names.length > 0)} />
                {names.length > 0
                  ? `Connected in ${environment}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`
                  : `Waiting for an application to connect in ${environment}. This updates automatically.`}
              </li>
              <li>
                <StatusDot reach={reachOf(evaluations > 0)} />
                {evaluations > 0
                  ? describeEvaluations(feature, evaluations, on)
                  : `No evaluations of ${feature} yet. The snippet reports every 5 seconds.`}
              </li>
            </ul>
            {evaluations > 0 && <Done project={project} feature={feature} environment={environment} />}
          </div>
        );
      }}
    </Answer>
  );
}

const reachOf = (hasArrived: boolean): Reach => ({ kind: hasArrived ? 'everybody' : 'nobody', strategies: 0, variants: 0 });
const isRecent = (timestamp: string): boolean => Date.now() - Date.parse(timestamp) < 2 * hourMs;
