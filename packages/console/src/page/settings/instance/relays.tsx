import { Age } from '../../../parts/mark/age.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { instanceTexts } from './texts.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

const texts = instanceTexts.relays;

/** Relays and Unleash Edge instances that have reported within the last hour. */
export function Relays() {
  const relays = useAnswer('GET /api/admin/delivery/relays', {});
  return (
    <>
      <PageHead title={frameTexts.settings.sections.relays.title} about={texts.about} />
      <ListPanel
        label={frameTexts.settings.sections.relays.title}
        of={relays}
        rows={(found) => found.relays}
        nameOf={({ id }) => id}
        none={texts.none}
        columns={[
          {
            title: texts.relay,
            cell: ({ id, appName, via }) => (
              <span class={dataTableStyles.who}>
                <b>{appName}</b>
                <small class={`${dataTableStyles.clip} mono`}>{via === null ? id : texts.behind(id, via)}</small>
              </span>
            ),
          },
          { title: texts.version, cell: ({ version }) => version },
          { title: texts.region, cell: ({ region }) => region },
          { title: texts.streams, cell: ({ streams }) => String(streams) },
          { title: texts.lag, cell: ({ revisionsBehind }) => texts.lagOf(revisionsBehind) },
          { title: texts.started, cell: ({ started }) => <Age at={started} /> },
          { title: texts.reported, cell: ({ reportedAt }) => <Age at={reportedAt} /> },
        ]}
      />
    </>
  );
}
