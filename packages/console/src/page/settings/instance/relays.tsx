import { Age } from '../../../parts/mark/age.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { useAnswer } from '../../../server/ask.ts';
import { counted } from '../../../base/format.ts';

const lagOf = (revisions: number | null) => {
  if (revisions === null) return 'Unknown';
  if (revisions === 0) return 'Current';
  return `${counted(revisions, 'revision')} behind`;
};

/** Relays and Unleash Edge instances that have reported within the last hour. */
export function Relays() {
  const relays = useAnswer('GET /api/admin/delivery/relays', {});
  return (
    <ListPage
      title="Relays"
      about="Relays and Unleash Edge instances that fetch features here, or from each other. Each reports every minute."
      of={relays}
      rows={(found) => found.relays}
      nameOf={({ id }) => id}
      none="No relay has reported within the last hour"
      columns={[
        {
          title: 'Relay',
          cell: ({ id, appName, via }) => <NameCell name={appName} about={via === null ? id : `${id}, behind ${via}`} hasId />,
        },
        { title: 'Version', cell: ({ version }) => version },
        { title: 'Region', cell: ({ region }) => region },
        { title: 'Streams', cell: ({ streams }) => String(streams) },
        { title: 'Features', cell: ({ revisionsBehind }) => lagOf(revisionsBehind) },
        { title: 'Started', cell: ({ started }) => <Age at={started} /> },
        { title: 'Last report', cell: ({ reportedAt }) => <Age at={reportedAt} /> },
      ]}
    />
  );
}
