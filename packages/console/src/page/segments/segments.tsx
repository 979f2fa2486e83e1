import { useLocation } from 'preact-iso/router';
import { hrefOf, segmentHref } from '../../frame/address.ts';
import { useFilter } from '../../frame/use-filter.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { NothingFound } from '../../parts/panel/nothing-found.tsx';
import { Answer, Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { asText, describeConstraint } from '../../parts/strategy/sentence.ts';
import { useAnswer, type UsedSegment } from '../../server/ask.ts';
import { useMayNotWrite } from './use-may-not-write.ts';
import type { Home } from '../../server/session.ts';
import { Button } from '../../parts/mark/button.tsx';
import { counted } from '../../base/format.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';
import * as styles from './segments.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

/** Subtitle of the list, and of a new segment. */
export const segmentsAbout = 'Reusable groups of users. When you change a segment, every strategy that uses it follows.';

/** Segments of a project or the instance. The filter is part of the address. */
export function Segments({ project: here }: { readonly project?: string }) {
  const project: Home = here ?? null;
  const { route } = useLocation();
  const filter = useFilter(hrefOf(project, 'segments'));
  const create = () => route(segmentHref(project, 'new'));
  const mayNot = useMayNotWrite('CREATE_SEGMENT', project);
  const segments = useAnswer('GET /api/admin/segments', {});
  return (
    <>
      <PageHead title="Segments" about={segmentsAbout} main={{ title: 'New segment', act: create, refused: mayNot }} />
      <PlainPanel label="Segments">
        <div class={filterFieldStyles.filters}>
          <FilterField label="Filter by name or description" {...filter} />
        </div>
        <Answer of={segments}>
          {({ segments: all }) => {
            const usable = all.filter((segment) => project === null || segment.project === null || segment.project === project);
            const shown = usable.filter((segment) => isFoundBy(segment, filter.value));
            if (usable.length === 0) return <NoSegments create={create} mayNot={mayNot} />;
            if (shown.length === 0) return <NothingFound filter={filter.value} showAll={() => filter.change('')} />;
            return <SegmentTable segments={shown} project={project} />;
          }}
        </Answer>
      </PlainPanel>
    </>
  );
}

const isFoundBy = ({ name, description }: UsedSegment, filter: string): boolean =>
  `${name} ${description ?? ''}`.toLowerCase().includes(filter.trim().toLowerCase());

function SegmentTable({ segments, project }: { readonly segments: readonly UsedSegment[]; readonly project: Home }) {
  return (
    <DataTable
      label="Segments"
      rows={segments}
      columns={[
        {
          title: 'Name',
          cell: ({ id, name, description, serverOnly }) => (
            <>
              <NameCell name={name} href={segmentHref(project, id)} about={description} />
              {serverOnly && <span class={tagStyles.caution}>servers only</span>}
            </>
          ),
        },
        {
          title: 'Conditions',
          cell: ({ constraints }) => <span class={`${dataTableStyles.clip} ${styles.long}`}>{describeInIt(constraints)}</span>,
        },
        { title: 'Available in', cell: ({ project: home }) => home ?? 'all projects' },
        { title: 'Used by', cell: ({ usedInFeatures }) => counted(usedInFeatures ?? 0, 'feature') },
      ]}
    />
  );
}

const describeInIt = (constraints: UsedSegment['constraints']): string =>
  constraints.length === 0
    ? 'No conditions: everyone is in this segment.'
    : constraints.map((constraint) => asText(describeConstraint(constraint))).join(' and ');

function NoSegments({ create, mayNot }: { readonly create: () => void; readonly mayNot: string | undefined }) {
  return (
    <Empty title="No segments yet">
      <p>Use a segment when several strategies target the same users.</p>
      <Button look="main" refused={mayNot} press={create} text="Create a segment" />
    </Empty>
  );
}
