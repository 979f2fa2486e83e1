import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { useAnswer } from '../../server/answer.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { EnvironmentSwitch } from '../features/turn/environment-switch.tsx';
import { useTurn } from '../features/turn/use-turn.tsx';
import * as listStyles from '../../parts/mark/list.module.css';
import * as styles from './connect.module.css';

interface DoneProps {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

/** The end of the way: a switch whose effect the application shows, and what to do next. */
export function Done({ project, feature, environment }: DoneProps) {
  const path = { projectId: project, featureName: feature };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}', { path });
  const protecting = useProtected(project);
  const refused = useLack()('UPDATE_FEATURE_ENVIRONMENT', { project, environment });
  const { ask, question } = useTurn();
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
        <Next href={`${featureHref(project, feature)}?in=${encodeURIComponent(environment)}`} title="Choose who gets the feature" />
        <Next href={hrefOf(project, 'personas')} title="Save test users, and see what they get" />
        <Next href={projectHref(project)} title="Create the next feature" />
      </ul>
      {question}
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
