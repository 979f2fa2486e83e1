import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { projectHref } from '../../frame/address.ts';
import { useSubmit } from '../../parts/shortcuts.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { Answer, Empty } from '../../parts/panel/panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { Arrival } from './arrival.tsx';
import { SdkSnippet, useSnippet, withQuery } from './sdk-snippet.tsx';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import { Labelled } from '../../parts/form/labelled.tsx';
import { Picker } from '../../parts/form/picker.tsx';
import { choiceOf } from '../../parts/form/fields.ts';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as numberedStyles from '../../parts/mark/numbered.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './connect.module.css';

const defaultEnvironment = 'development';

/** The way from a token to the first evaluation. */
export function Connect({ project }: { readonly project: string }) {
  const features = useAnswer('GET /api/admin/search/features', {
    query: { project: `IS:${project}`, limit: '1', sortBy: 'createdAt', sortOrder: 'desc' },
  });
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path: { projectId: project } });
  return (
    <>
      <PageHead title="Connect an application" about="Create a token, install an SDK and see the first evaluation arrive." />
      <Answer of={environments}>
        {({ environments: found }) => (
          <Answer of={features}>
            {({ features: named }) =>
              named[0] === undefined ? (
                <Empty title="No features yet">
                  <p>There is no feature to evaluate yet. Create one, then come back.</p>
                  <ButtonLink look="main" href={projectHref(project)} text="Create a feature" />
                </Empty>
              ) : (
                <Steps
                  project={project}
                  latest={named[0].name}
                  environments={found.filter(({ visible }) => visible).map(({ name }) => name)}
                />
              )
            }
          </Answer>
        )}
      </Answer>
    </>
  );
}

interface StepsProps {
  readonly project: string;
  /** The newest feature. */
  readonly latest: string;
  readonly environments: readonly string[];
}

function Steps({ project, latest, environments }: StepsProps) {
  const { path, query, route } = useLocation();
  const { tokenType } = useSnippet();
  const choose = (name: string) => (value: string) => route(withQuery(path, query, { [name]: value }), true);
  const feature = query['feature'] ?? latest;
  const fallback = environments.includes(defaultEnvironment) ? defaultEnvironment : environments[0];
  const environment = query['in'] ?? fallback ?? '';
  const scope = `${tokenType} ${environment}`;
  /** Secrets issued on this page by their scope; discarded with the page. */
  const secrets = useSignal<Readonly<Record<string, string>>>({});
  const issue = () =>
    attempt(async () => {
      const body = { tokenName: `${project}-${environment}-${tokenType}`, type: tokenType, environment, projects: [project] };
      const { secret } = await ask('POST /api/admin/projects/{projectId}/api-tokens', { path: { projectId: project }, body });
      secrets.value = { ...secrets.value, [scope]: secret };
    });
  return (
    <ol class={`${numberedStyles.numbered} ${styles.connect}`}>
      <li class={panelStyles.panel}>
        <h2>Choose a feature and an environment</h2>
        <div class={styles.pair}>
          <FeatureField project={project} chosen={feature} change={choose('feature')} />
          <SelectField label="Environment" value={environment} choices={choicesOf(environments, environment)} change={choose('in')} />
        </div>
      </li>
      <li class={panelStyles.panel}>
        <h2>Create a token</h2>
        <Token project={project} tokenType={tokenType} secret={secrets.value[scope]} issue={() => void issue()} />
      </li>
      <li class={panelStyles.panel}>
        <h2>Add the SDK</h2>
        <VariantsSnippet project={project} feature={feature} environment={environment} secret={secrets.value[scope] ?? 'YOUR_TOKEN'} />
      </li>
      <li class={panelStyles.panel}>
        <h2>Check the connection</h2>
        <Arrival project={project} feature={feature} environment={environment} />
      </li>
    </ol>
  );
}

const choicesOf = (names: readonly string[], chosen: string) => (names.includes(chosen) ? names : [chosen, ...names]);

interface TokenProps {
  readonly project: string;
  readonly tokenType: 'client' | 'frontend';
  readonly secret: string | undefined;
  readonly issue: () => void;
}

const permission = 'CREATE_PROJECT_API_TOKEN';

const tokenAbout = {
  client: 'A client token for server-side SDKs. It can read all strategies of this project in this environment, so keep it secret.',
  frontend: 'A frontend token for browsers and apps. It is public by design: it returns results only, never strategies.',
};

function Token({ project, tokenType, secret, issue }: TokenProps) {
  const refused = useLack()(permission, { project });
  const press = () => secret === undefined && refused === undefined && issue();
  useSubmit(press);
  if (secret !== undefined)
    return (
      <p class={noteStyles.caution}>Your token is in the snippet below. Copy it now: it won’t be shown again after you leave this page.</p>
    );
  return (
    <>
      <p class="dim">{tokenAbout[tokenType]}</p>
      <Button look="main" refused={refused} press={press} text="Create token" />
    </>
  );
}

interface VariantsSnippetProps {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
  readonly secret: string;
}

function VariantsSnippet({ project, feature, environment, secret }: VariantsSnippetProps) {
  const path = { projectId: project, featureName: feature, environment };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants', { path });
  return <SdkSnippet secret={secret} feature={feature} variants={(data?.variants ?? []).map(({ name }) => name)} />;
}

const maxFound = 50;

interface FeatureFieldProps {
  readonly project: string;
  readonly chosen: string;
  readonly change: (feature: string) => void;
}

/** A feature of a project, found by the search of the server. The newest features come first. */
function FeatureField({ project, chosen, change }: FeatureFieldProps) {
  const typed = useSignal('');
  const found = useAnswer(
    'GET /api/admin/search/features',
    {
      query: {
        project: `IS:${project}`,
        limit: String(maxFound),
        sortBy: 'createdAt',
        sortOrder: 'desc',
        ...(typed.value.trim() && { query: typed.value.trim().split(/\s+/).join(',') }),
      },
    },
    { keepsLast: true },
  );
  return (
    <Labelled label="Feature">
      {({ id }) => (
        <Picker
          id={id}
          value={chosen}
          choices={(found.data?.features ?? []).map(({ name }) => choiceOf(name))}
          change={change}
          search={(text) => (typed.value = text)}
        />
      )}
    </Labelled>
  );
}
