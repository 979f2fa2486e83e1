import { attempt } from '../../../parts/attempt.ts';
import { Age } from '../../../parts/age.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { webhooksTexts } from './texts.ts';
import * as dataTableStyles from '../../../parts/data-table.module.css';
import * as tagStyles from '../../../parts/tag.module.css';

type Delivery = AnswerOf<'GET /api/admin/addons/{id}/events'>['integrationEvents'][number];

const shown = 100;
const looks = { waiting: tagStyles.tag, success: tagStyles.clear, failed: tagStyles.stop } as const satisfies Readonly<
  Record<Delivery['state'], string | undefined>
>;

/** Deliveries of a receiver: sent, pending and failed. */
export function Deliveries({ id }: { readonly id: number }) {
  const deliveries = useAnswer('GET /api/admin/addons/{id}/events', { path: { id }, query: { limit: shown } });
  const lack = useLack()('UPDATE_ADDON');
  return (
    <>
      <PageHead title={webhooksTexts.log} about={webhooksTexts.logAbout} />
      <ListPanel
        label={webhooksTexts.log}
        of={deliveries}
        rows={({ integrationEvents }) => integrationEvents}
        nameOf={({ event }) => `${event.type} ${event.id}`}
        none={webhooksTexts.nothingSent}
        columns={[
          {
            title: webhooksTexts.event,
            cell: ({ event }) => (
              <span class={dataTableStyles.who}>
                <b>{event.type}</b>
                <small>{[event.project, event.environment, event.featureName].filter(Boolean).join(' · ')}</small>
              </span>
            ),
          },
          { title: webhooksTexts.state, cell: ({ state }) => <span class={looks[state]}>{webhooksTexts.states[state]}</span> },
          { title: webhooksTexts.answer, cell: ({ stateDetails }) => stateDetails },
          { title: webhooksTexts.attempts, cell: ({ details }) => details.attempts },
          { title: webhooksTexts.when, cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
        actions={({ event }) => [
          {
            title: webhooksTexts.replay,
            refused: lack,
            act: () =>
              void attempt(
                () => ask('POST /api/admin/addons/{id}/events/{eventId}/replay', { path: { id, eventId: event.id } }),
                webhooksTexts.replayed,
              ),
          },
        ]}
      />
    </>
  );
}
