import { useMemo } from 'preact/hooks';
import { type LinkedQuestion, asContext, type WhyQuestion } from '../../base/question.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { FeatureHead } from '../feature/feature-head.tsx';
import { FeatureTabs } from '../feature/feature-tabs.tsx';
import { copyText } from '../feature/copy-text.ts';
import { KnownFeature } from '../feature/known-feature.tsx';
import { useChosen, useEnvironments, type ReadFeature, type FeatureAnswer, type ShownEnvironment } from '../feature/state/use-feature.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { ForWhom } from './for-whom.tsx';
import { useLinkedQuestion } from './use-linked-question.ts';
import { useExplanation } from './use-explanation.ts';
import * as columnsStyles from '../../parts/mark/columns.module.css';
import { whyHref } from '../../frame/why-href.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, revision } from '../../server/ask.ts';
import { describeBecause } from '../feature/state/because.ts';
import { calledBy } from '../strategy/strategy-draft.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import { EnvironmentBadge } from '../../parts/mark/environment-badge.tsx';
import * as statusDotStyles from '../../parts/mark/status-dot.module.css';

/** Step-by-step explanation of the server's evaluation for a context. */
export const Why = ({ project, feature }: { readonly project: string; readonly feature: string }) => (
  <KnownFeature {...{ project, feature }}>{(read) => <WhyPage key={`${project}/${feature}`} read={read} />}</KnownFeature>
);

function WhyPage({ read }: { readonly read: ReadFeature }) {
  const { project, name } = read.detail;
  const environments = useEnvironments(read.detail);
  const chosen = useChosen(environments);
  const { linked, ask } = useLinkedQuestion(chosen?.name);
  const explanation = useExplanation(project, name, linked);
  const copy = useMemo(
    () => () =>
      copyText(
        location.origin + whyHref(project, name, withAnswer(linked, explanation.data)),
        'Permalink copied. It keeps the context in the URL fragment, which is never sent to a server.',
      ),
    [project, name, linked, explanation.data],
  );
  useShortcuts(useMemo(() => ({ copy }), [copy]));
  const suggested = useMemo(() => fieldsOf(read.detail), [read.detail]);
  const question = useMemo(() => linked ?? { environment: chosen?.name ?? '', context: {} }, [linked, chosen?.name]);
  return (
    <>
      <FeatureHead feature={read.detail} part="Why" />
      <FeatureTabs read={read} shown="why" />
      <div class={columnsStyles.beside}>
        <ForWhom
          project={project}
          environments={environments.map((environment) => environment.name)}
          question={question}
          suggested={suggested}
          submitTitle="Explain"
          refused={explanation.error}
          takesFocus={linked === null}
          submit={ask}
        />
        <AnswerPanel read={read} environments={environments} linked={linked} explanation={explanation} copy={copy} />
      </div>
      {linked && <Elsewhere project={project} feature={name} environments={environments} question={linked} />}
    </>
  );
}

/** The question with the current revision and result, for the permalink. */
function withAnswer(linked: LinkedQuestion | null, explanation: ReturnType<typeof useExplanation>['data']): LinkedQuestion | undefined {
  if (!linked || !explanation?.result) return linked ?? undefined;
  const { environment, context } = linked;
  return { environment, context, revision: explanation.asOf, wasOn: explanation.result.isEnabled };
}

const excluded = ['default', 'random', 'currentTime', 'environment'];

/** Context fields that the strategies of a feature use in any environment, without those of its segments. */
const fieldsOf = ({ environments }: FeatureAnswer): readonly string[] => [
  ...new Set(
    environments
      .flatMap(({ strategies }) => strategies)
      .flatMap(({ parameters, constraints }) => [parameters['stickiness'] ?? '', ...constraints.map(({ contextName }) => contextName)])
      .filter((field) => field !== '' && !excluded.includes(field)),
  ),
];

interface ElsewhereProps {
  readonly project: string;
  readonly feature: string;
  readonly environments: readonly ShownEnvironment[];
  readonly question: WhyQuestion;
}

/** The maximum number of environments per request. */
const maxEnvironments = 50;

/** Result and deciding reason of the same context in each environment. */
function Elsewhere({ project, feature, environments, question }: ElsewhereProps) {
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
          <DataTable
            label="Same user in other environments"
            rows={answers.flatMap(({ name, contexts: [result] }) => {
              const environment = shown.find((one) => one.name === name);
              return result && environment ? [{ ...environment, result }] : [];
            })}
            columns={[
              {
                title: 'Environment',
                cell: ({ name, protected: isProtected }) => (
                  <a href={whyHref(project, feature, { ...question, environment: name })}>
                    <EnvironmentBadge {...{ name, isProtected }} />
                  </a>
                ),
              },
              {
                title: 'Result',
                cell: ({ result: { enabled } }) => (
                  <span class={`${statusDotStyles.aspect} ${enabled ? '' : statusDotStyles.off}`}>
                    <StatusDot reach={enabled} />
                    {enabled ? 'on' : 'off'}
                  </span>
                ),
              },
              { title: 'Variant', cell: ({ result: { variant } }) => variant !== null && <code>{variant}</code> },
              {
                title: 'Reason',
                cell: ({ name, strategies, result: { because } }) =>
                  describeBecause(because, name, (id) => {
                    const strategy = strategies.find((one) => one.id === id);
                    return strategy ? calledBy(strategy) : 'New strategy';
                  }),
              },
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}
