import { featureHref } from '../../frame/address.ts';
import { hourMs } from '../../base/format.ts';
import { Bars } from '../../parts/chart/bars.tsx';
import { periodName, periodsUpTo } from '../../parts/chart/scale.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { NoSuch } from '../../parts/panel/no-such.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type AnswerOf } from '../../server/ask.ts';
import { useProjectName } from '../../server/session.ts';
import { Badges } from './badges.tsx';
import { SdkList } from './sdk-list.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';
import { applicationsAbout } from './applications.tsx';

const one = 'GET /api/admin/metrics/applications/{appName}';
const summary = 'GET /api/admin/metrics/applications/{appName}/overview';

/** One application: its instances by environment, the features that it evaluates and the unknown names that it requests. */
export function ApplicationPage({ application }: { readonly application: string }) {
  const path = { appName: application };
  const details = useAnswer(one, { path });
  const overview = useAnswer(summary, { path });
  return (
    <Answer of={details} none={<NoSuch title="Application not found" href="/applications" all="All applications" />}>
      {(known) => <Answer of={overview}>{(summed) => <Shown details={known} overview={summed} />}</Answer>}
    </Answer>
  );
}

interface ShownProps {
  readonly details: AnswerOf<typeof one>;
  readonly overview: AnswerOf<typeof summary>;
}

function Shown({ details, overview }: ShownProps) {
  return (
    <>
      <PageHead title={details.appName} about={details.description ?? applicationsAbout} />
      <Traffic hours={overview.usage} />
      <Unknown overview={overview} />
      <Instances instances={details.instances} outdated={overview.environments.flatMap(({ issues }) => issues.outdatedSdks)} />
      <Features features={details.seenToggles} />
    </>
  );
}

/** Evaluations by hour in all environments, in the past 24 hours. */
function Traffic({ hours }: { readonly hours: readonly number[] }) {
  const starts = periodsUpTo(Date.now(), hourMs, hours.length);
  const columns = hours.map((count, index) => ({ title: periodName(starts[index] ?? 0, hourMs), counts: [count] }));
  return (
    <Panel title="Traffic">
      <Bars label="Evaluations by hour, in the past 24 hours" layers={[{ name: 'Evaluations', tone: 'first' }]} columns={columns} />
    </Panel>
  );
}

/** Names that the application uses and that do not exist here. */
function Unknown({ overview: { environments, issues } }: Pick<ShownProps, 'overview'>) {
  const missing = environments.flatMap((each) => each.issues.missingFeatures.map((name) => ({ name, environment: each.name })));
  const names = [...Map.groupBy(missing, ({ name }) => name)];
  return (
    <>
      {names.length > 0 && (
        <Panel
          title="Unknown features"
          about="The application evaluates these names, but no feature has them. Each evaluation returns the code’s default."
        >
          <DataTable
            label="Unknown features"
            rows={names}
            nameOf={([name]) => name}
            columns={[
              { title: 'Feature', cell: ([name]) => <span class="mono">{name}</span> },
              { title: 'Environments', cell: ([, own]) => <Badges texts={own.map(({ environment }) => environment)} /> },
            ]}
          />
        </Panel>
      )}
      {issues.missingStrategies.length > 0 && (
        <Panel title="Unknown strategy types" about="The application supports these strategy types, but they don’t exist here.">
          <p class="mono">{issues.missingStrategies.join(', ')}</p>
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
    <Panel title="Instances">
      <DataTable
        none={<Empty title="No instance has reported in the past day." />}
        label="Instances"
        rows={instances.filter((instance) => isNamed(instance) || !named.has(instance.environment))}
        nameOf={({ instanceId }) => instanceId}
        columns={[
          { title: 'Instance', cell: ({ instanceId }) => <InstanceName id={instanceId} /> },
          { title: 'Environment', cell: ({ environment }) => <Badges texts={[environment]} /> },
          {
            title: 'SDK',
            cell: ({ sdkVersion }) => <SdkList sdks={sdkVersion === null ? [] : [sdkVersion]} outdated={outdated} />,
          },
          { title: 'Type', cell: ({ sdkType }) => sdkType },
          { title: 'Last report', cell: ({ lastSeen }) => <Age at={lastSeen} /> },
        ]}
      />
    </Panel>
  );
}

/** Reports without an instance ID, such as those of proxies, are all of this one. */
const unnamed = 'default';

const isNamed = ({ instanceId }: { readonly instanceId: string }): boolean => instanceId !== unnamed;

const InstanceName = ({ id }: { readonly id: string }) =>
  id === unnamed ? <span class="dimmer">without an ID</span> : <span class="mono">{id}</span>;

function Features({ features }: { readonly features: ShownProps['details']['seenToggles'] }) {
  const nameOf = useProjectName();
  return (
    <Panel title="Features it evaluates">
      <DataTable
        none={<Empty title="It has evaluated no features in the past two days." />}
        label="Features it evaluates"
        rows={features}
        columns={[
          {
            title: 'Feature',
            cell: ({ name, project, description }) => <NameCell name={name} href={featureHref(project, name)} about={description} isKey />,
          },
          { title: 'Project', cell: ({ project }) => nameOf(project) },
          { title: 'Type', cell: ({ type }) => type },
          {
            title: 'State',
            cell: ({ archived, stale }) => (
              <span class={badgeStyles.choice}>
                {archived && <span class={tagStyles.stop}>archived</span>}
                {stale && <span class={tagStyles.caution}>stale</span>}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
