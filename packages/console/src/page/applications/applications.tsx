import { counted, formatFigure } from '../../base/format.ts';
import { applicationHref, hrefOf, projectHref } from '../../frame/address.ts';
import { useFilter } from '../../frame/use-filter.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable, isShort } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { Found } from '../../parts/panel/found.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { usePages } from '../../server/use-pages.ts';
import { type AnswerOf, ask } from '../../server/ask.ts';
import { useProjectName } from '../../server/session.ts';
import { Badges } from './badges.tsx';
import { SdkList } from './sdk-list.tsx';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

const name = 'GET /api/admin/metrics/applications';
type Page = AnswerOf<typeof name>;
type Application = Page['applications'][number];

/** Subtitle of the list, and of an application without a description. */
export const applicationsAbout = 'Applications that evaluate features, as their SDKs report them.';

/** Applications of a project or the instance. The filter is part of the address. */
export function Applications({ project = null }: { readonly project?: string | null }) {
  const filter = useFilter(hrefOf(project, 'applications'));
  const { found, rows, total } = useApplications(project, filter.value);
  return (
    <>
      <PageHead title="Applications" about={applicationsAbout} />
      <PlainPanel label="Applications">
        <div class={filterFieldStyles.filters}>
          <FilterField label="Filter by name" {...filter} />
        </div>
        <Found of={found} count={rows.length} total={total} filter={filter} none={<NoApplications project={project} />}>
          <ApplicationTable rows={rows} />
        </Found>
      </PlainPanel>
    </>
  );
}

const rowsPerPage = 100;

/** The applications whose name contains the filter, page by page. */
function useApplications(project: string | null, filter: string) {
  const query = { ...(project !== null && { project }), ...(filter && { query: filter }) };
  const page = (offset: number) => ({ query: { ...query, limit: String(rowsPerPage), offset: String(offset) } });
  const read = (offset: number, signal: AbortSignal) => ask(name, { ...page(offset), signal });
  const { found, pages, total } = usePages([name, query, 'pages'], read, { perPage: rowsPerPage, keepsLast: true });
  return { found, rows: pages.flatMap(({ applications }) => applications), total };
}

function NoApplications({ project }: { readonly project: string | null }) {
  return (
    <Empty title="No applications yet">
      <p>An application appears here with its first report, about a minute after it starts.</p>
      {project !== null && <ButtonLink look="main" href={hrefOf(project, 'connect')} text="Connect an application" />}
    </Empty>
  );
}

function ApplicationTable({ rows }: { readonly rows: readonly Application[] }) {
  return (
    <DataTable
      label="Applications"
      rows={rows}
      nameOf={({ appName }) => appName}
      columns={[
        {
          title: 'Application',
          cell: ({ appName, description }) => <NameCell name={appName} href={applicationHref(appName)} about={description} isKey />,
        },
        { title: 'Projects', cell: ({ usage }) => <Projects usage={usage} /> },
        { title: 'Environments', cell: ({ usage }) => <Badges texts={environmentsOf(usage)} /> },
        { title: 'SDK', cell: ({ sdks, outdatedSdks }) => <SdkList sdks={sdks} outdated={outdatedSdks} /> },
        {
          title: 'Evaluations',
          cell: ({ pastHour, instanceCount }) => (
            <>
              {formatFigure(pastHour)}/h
              <br />
              <small>by {counted(instanceCount, 'instance')}</small>
            </>
          ),
        },
        {
          title: 'Last report',
          cell: ({ lastSeen }) => (lastSeen === null ? 'over a day ago' : <Age at={lastSeen} />),
        },
        {
          title: 'Unknown features',
          cell: ({ unknownCount }) => unknownCount > 0 && <span class={tagStyles.caution}>{formatFigure(unknownCount)} unknown</span>,
        },
      ]}
    />
  );
}

const environmentsOf = (usage: Application['usage']): readonly string[] =>
  [...new Set(usage.flatMap(({ environments }) => environments))].sort();

function Projects({ usage }: Pick<Application, 'usage'>) {
  const nameOf = useProjectName();
  return (
    <span class={badgeStyles.choice}>
      {usage.map(({ project }) =>
        project === '*' ? (
          <span key={project} class="dimmer">
            unknown
          </span>
        ) : (
          <a key={project} class={isShort(nameOf(project)) ? dataTableStyles.short : ''} href={projectHref(project)}>
            {nameOf(project)}
          </a>
        ),
      )}
    </span>
  );
}
