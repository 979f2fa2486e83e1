import { useSignal } from '@preact/signals';
import { attempt } from '../../../parts/layer/attempt.ts';
import { Age } from '../../../parts/mark/age.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { useAnswer } from '../../../server/answer.ts';
import type { Addon } from '../../../server/operations.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { NameCell } from '../../../parts/list/name-cell.tsx';
import * as tagStyles from '../../../parts/mark/tag.module.css';

type Delivery = AnswerOf<'GET /api/admin/addons/{id}/events'>['integrationEvents'][number];

const shown = 20;
/** While a delivery is pending. */
const pollMs = 2000;
const looks = { waiting: tagStyles.tag, success: tagStyles.clear, failed: tagStyles.stop } as const satisfies Readonly<
  Record<Delivery['state'], string | undefined>
>;

const states = { waiting: 'pending', success: 'delivered', failed: 'failed' };

/** The latest deliveries of a receiver: sent, pending and failed. Follows pending ones. */
export function Deliveries({ addon: { id, enabled } }: { readonly addon: Addon }) {
  const isWaiting = useSignal(false);
  const request = { path: { id }, query: { limit: shown } };
  const deliveries = useAnswer('GET /api/admin/addons/{id}/events', request, isWaiting.value ? { everyMs: pollMs } : {});
  isWaiting.value = deliveries.data?.integrationEvents.some(({ state }) => state === 'waiting') ?? false;
  const lack = useLack()('UPDATE_ADDON');
  return (
    <ListPanel
      label="Log"
      isOneOfSeveral
      of={deliveries}
      rows={({ integrationEvents }) => integrationEvents}
      nameOf={({ event }) => `${event.type} ${event.id}`}
      none="No events sent yet"
      main={{
        title: 'Send a test',
        act: () => void sendTest(id),
        refused: lack ?? (enabled ? undefined : 'Enable the webhook first.'),
      }}
      columns={[
        {
          title: 'Event',
          cell: ({ event }) => (
            <NameCell name={event.type} about={[event.project, event.environment, event.featureName].filter(Boolean).join(' · ')} />
          ),
        },
        { title: 'State', cell: ({ state }) => <span class={looks[state]}>{states[state]}</span> },
        { title: 'Response', cell: ({ stateDetails }) => stateDetails },
        { title: 'Attempts', cell: ({ details }) => details.attempts },
        { title: 'Time', cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
      actions={({ event }) => [
        {
          title: 'Resend',
          refused: lack,
          act: () =>
            void attempt(
              () => ask('POST /api/admin/addons/{id}/events/{eventId}/replay', { path: { id, eventId: event.id } }),
              'Resending, ahead of later events.',
            ),
        },
      ]}
    />
  );
}

const sendTest = (id: number): Promise<void> =>
  attempt(() => ask('POST /api/admin/addons/{id}/test', { path: { id } }), 'Test sent. The log shows the response.');
