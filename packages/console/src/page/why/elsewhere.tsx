import { asContext, type WhyQuestion } from '../../base/question.ts';
import { whyHref } from '../../frame/why-href.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, revision } from '../../server/request.ts';
import { describeBecause } from '../feature/state/because.ts';
import { calledBy } from '../strategy/strategy-draft.ts';
import type { ShownEnvironment } from '../feature/state/use-environments.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as statusDotStyles from '../../parts/mark/status-dot.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './why.module.css';

type Previewed = AnswerOf<'POST /api/admin/projects/{projectId}/features/{featureName}/preview'>;
type ContextResult = Previewed['environments'][number]['contexts'][number];

interface ElsewhereProps {
  readonly project: string;
  readonly feature: string;
  readonly environments: readonly ShownEnvironment[];
  readonly question: WhyQuestion;
}

/** The maximum number of environments per request. */
const maxEnvironments = 50;

/** Result and deciding reason of the same context in each environment. */
export function Elsewhere({ project, feature, environments, question }: ElsewhereProps) {
  const shown = environments.slice(0, maxEnvironments);
  const preview = useAnswer(
    'POST /api/admin/projects/{projectId}/features/{featureName}/preview',
    {
      path: { projectId: project, featureName: feature },
      body: { environments: shown.map(({ name }) => name), contexts: [asContext(question.context)] },
      minRevision: revision.value,
    },
    { keepsLast: true, when: shown.length > 0 },
  );
  return (
    <Panel title="Same user in other environments">
      <Answer of={preview}>
        {({ environments: answers }) => (
          <table class={`${styles.elsewhere} ${dataTableStyles.data}`}>
            <thead>
              <tr>
                <th>Environment</th>
                <th>Result</th>
                <th>Variant</th>
                <th>Reason</th>
              </tr>
            </thead>
            <tbody>
              {answers.flatMap(({ name, contexts: [result] }) => {
                const environment = shown.find((one) => one.name === name);
                if (!result || !environment) return [];
                return [<ElsewhereRow key={name} {...{ project, feature, question, environment, result }} />];
              })}
            </tbody>
          </table>
        )}
      </Answer>
    </Panel>
  );
}

interface ElsewhereRowProps extends Omit<ElsewhereProps, 'environments'> {
  readonly environment: ShownEnvironment;
  readonly result: ContextResult;
}

function ElsewhereRow({ project, feature, question, environment, result }: ElsewhereRowProps) {
  const { name } = environment;
  const strategyName = (id: string) => {
    const strategy = environment.strategies.find((one) => one.id === id);
    return strategy ? calledBy(strategy) : 'New strategy';
  };
  return (
    <tr>
      <td>
        <a
          class={environment.protected ? badgeStyles.production : badgeStyles.badge}
          href={whyHref(project, feature, { ...question, environment: name })}
        >
          {environment.protected && <Icon name="lock" />}
          {name}
        </a>
      </td>
      <td data-label="Result">
        <span class={`${statusDotStyles.aspect} ${result.enabled ? '' : statusDotStyles.off}`}>
          <StatusDot reach={{ kind: result.enabled ? 'everybody' : 'nobody', strategies: 1, variants: 0 }} />
          {result.enabled ? 'on' : 'off'}
        </span>
      </td>
      <td data-label="Variant">{result.variant === null ? '' : <code>{result.variant}</code>}</td>
      <td data-label="Reason">{describeBecause(result.because, name, strategyName)}</td>
    </tr>
  );
}
