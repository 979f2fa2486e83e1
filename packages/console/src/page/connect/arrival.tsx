import { formatFigure, hourMs } from '../../base/format.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import type { Reach } from '../../base/reach.ts';
import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { EnvironmentSwitch } from '../features/turn/environment-switch.tsx';
import { useTurn } from '../features/turn/use-turn.tsx';
import * as styles from './connect.module.css';
import * as listStyles from '../../parts/mark/list.module.css';

const everyMs = 2000;

interface ArrivalProps {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

const describeEvaluations = (feature: string, count: number, on: number) =>
  `${feature} was evaluated ${count === 1 ? 'once' : `${formatFigure(count)} times`}: ${formatFigure(on)} on, ${formatFigure(count - on)} off.`;

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

/** The end of the way: a switch whose effect the application shows, and what to do next. */
function Done({ project, feature, environment }: { readonly project: string; readonly feature: string; readonly environment: string }) {
  const path = { projectId: project, featureName: feature };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}', { path });
  const protecting = useProtected(project);
  const refused = useLack()('UPDATE_FEATURE_ENVIRONMENT', { project, environment });
  const ask = useTurn();
  const state = data?.environments.find(({ name }) => name === environment);
  if (!data || !state || !protecting) return null;
  const isProtected = protecting.has(environment);
  const turnable = { ...data, environments: data.environments.map(({ name, enabled }) => ({ name, enabled, yes: 0, no: 0 })) };
  return (
    <>
      <p class={styles.done}>
        <b>It works. Use the switch and watch your application:</b>
        <EnvironmentSwitch
          of={{ project, feature, environment }}
          isOn={state.enabled}
          refused={isProtected ? undefined : refused}
          press={() => ask(turnable, { name: environment, protected: isProtected })}
        />
      </p>
      <p>Next steps:</p>
      <ul class={listStyles.plain}>
        <Next href={featureHref(project, feature, environment)} title="Choose who gets the feature" />
        <Next href={hrefOf(project, 'personas')} title="Save test users, and see what they get" />
        <Next href={projectHref(project)} title="Create the next feature" />
      </ul>
    </>
  );
}

const Next = ({ href, title }: { readonly href: string; readonly title: string }) => (
  <li>
    <a class="inline" href={href}>
      {title}
    </a>
  </li>
);
