import { applicationsTexts } from './texts.ts';
import { featureHref } from '../../frame/address.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NoSuch } from '../../parts/panel/no-such.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty, Failed, Panel, Skeleton } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { Badges } from './badges.tsx';
import { SdkList } from './sdk-list.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

const one = 'GET /api/admin/metrics/applications/{appName}';
const summary = 'GET /api/admin/metrics/applications/{appName}/overview';

/** One application: its instances by environment, the features that it evaluates and the unknown names that it requests. */
export function ApplicationPage({ application }: { readonly application: string }) {
  const path = { appName: application };
  const details = useAnswer(one, { path });
  const overview = useAnswer(summary, { path });
  const refusal = details.error ?? overview.error;
  if (details.data && overview.data) return <Shown details={details.data} overview={overview.data} />;
  if (refusal?.status === 404) return <NoApplication />;
  if (refusal) return <Failed refusal={refusal} again={() => void Promise.all([details.refetch(), overview.refetch()])} />;
  return <Skeleton />;
}

const NoApplication = () => <NoSuch title={applicationsTexts.noSuch} href="/applications" all={applicationsTexts.all} />;

interface ShownProps {
  readonly details: AnswerOf<typeof one>;
  readonly overview: AnswerOf<typeof summary>;
}

function Shown({ details, overview }: ShownProps) {
  return (
    <>
      <PageHead title={details.appName} about={details.description ?? applicationsTexts.about} />
      <Unknown overview={overview} />
      <Instances instances={details.instances} outdated={overview.environments.flatMap(({ issues }) => issues.outdatedSdks)} />
      <Features features={details.seenToggles} />
    </>
  );
}

/** Names that the application uses and that do not exist here. */
function Unknown({ overview: { environments, issues } }: Pick<ShownProps, 'overview'>) {
  const missing = environments.flatMap((each) => each.issues.missingFeatures.map((name) => ({ name, environment: each.name })));
  const names = [...Map.groupBy(missing, ({ name }) => name)];
  return (
    <>
      {names.length > 0 && (
        <Panel title={applicationsTexts.unknown} about={applicationsTexts.unknownAbout}>
          <DataTable
            label={applicationsTexts.unknown}
            rows={names}
            nameOf={([name]) => name}
            columns={[
              { title: applicationsTexts.feature, cell: ([name]) => <span class="mono">{name}</span> },
              { title: applicationsTexts.environments, cell: ([, own]) => <Badges texts={own.map(({ environment }) => environment)} /> },
            ]}
          />
        </Panel>
      )}
      {issues.missingStrategies.length > 0 && (
        <Panel title={applicationsTexts.missingStrategies} about={applicationsTexts.missingStrategiesAbout}>
          <p class={`${panelStyles.body} mono`}>{issues.missingStrategies.join(', ')}</p>
        </Panel>
      )}
    </>
  );
}

interface InstancesProps {
  readonly instances: ShownProps['details']['instances'];
  readonly outdated: readonly string[];
}

/** Lists the instances. Reports without an ID are left out in environments with named instances, which they may come from. */
function Instances({ instances, outdated }: InstancesProps) {
  const named = new Set(instances.filter(isNamed).map(({ environment }) => environment));
  return (
    <Panel title={applicationsTexts.instances}>
      {instances.length === 0 ? (
        <Empty title={applicationsTexts.noInstances} />
      ) : (
        <DataTable
          label={applicationsTexts.instances}
          rows={instances.filter((instance) => isNamed(instance) || !named.has(instance.environment))}
          nameOf={({ instanceId }) => instanceId}
          columns={[
            { title: applicationsTexts.instance, cell: ({ instanceId }) => <InstanceName id={instanceId} /> },
            { title: applicationsTexts.environment, cell: ({ environment }) => <Badges texts={[environment]} /> },
            {
              title: applicationsTexts.sdk,
              cell: ({ sdkVersion }) => <SdkList sdks={sdkVersion === null ? [] : [sdkVersion]} outdated={outdated} />,
            },
            { title: applicationsTexts.type, cell: ({ sdkType }) => sdkType },
            { title: applicationsTexts.lastReport, cell: ({ lastSeen }) => <Age at={lastSeen} /> },
          ]}
        />
      )}
    </Panel>
  );
}

/** Reports without an instance ID, such as those of proxies, are all of this one. */
const unnamed = 'default';

const isNamed = ({ instanceId }: { readonly instanceId: string }): boolean => instanceId !== unnamed;

const InstanceName = ({ id }: { readonly id: string }) =>
  id === unnamed ? <span class="dimmer">{applicationsTexts.unnamed}</span> : <span class="mono">{id}</span>;

function Features({ features }: { readonly features: ShownProps['details']['seenToggles'] }) {
  return (
    <Panel title={applicationsTexts.features}>
      {features.length === 0 ? (
        <Empty title={applicationsTexts.noFeatures} />
      ) : (
        <DataTable
          label={applicationsTexts.features}
          rows={features}
          nameOf={({ name }) => name}
          columns={[
            {
              title: applicationsTexts.feature,
              cell: ({ name, project, description }) => (
                <span class={dataTableStyles.who}>
                  <a class="mono" href={featureHref(project, name)}>
                    {name}
                  </a>
                  <small>{description}</small>
                </span>
              ),
            },
            { title: applicationsTexts.project, cell: ({ project }) => project },
            { title: applicationsTexts.type, cell: ({ type }) => type },
            {
              title: applicationsTexts.state,
              cell: ({ archived, stale }) => (
                <span class={badgeStyles.choice}>
                  {archived && <span class={tagStyles.stop}>{applicationsTexts.archived}</span>}
                  {stale && <span class={tagStyles.caution}>{applicationsTexts.stale}</span>}
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
