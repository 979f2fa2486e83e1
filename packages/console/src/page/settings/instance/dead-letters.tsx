import type { UseQueryResult } from '@tanstack/preact-query';
import { Age } from '../../../parts/mark/age.tsx';
import { attempt } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { ListPanel, NameCell } from '../../../parts/panel/list-panel.tsx';
import { Empty } from '../../../parts/panel/panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { showToast } from '../../../parts/layer/toast.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import type { Refused } from '../../../server/refusal.ts';

/** Services that consume messages. */
const services = ['toggles', 'identity', 'change-requests', 'audit', 'integrations'] as const;
type Service = (typeof services)[number];

/** Messages that services could not process. */
export function DeadLetters() {
  const found = services.map((service) => ({ service, letters: useAnswer(`GET /api/admin/dead-letters/${service}`, {}) }));
  const shown = found.filter(({ letters: { data } }) => data?.total !== 0);
  return (
    <>
      <PageHead title="Dead letters" about="Messages between services that could not be processed. Fix the cause, then retry them." />
      {shown.length === 0 && <Empty title="No dead letters" />}
      {shown.map((each) => (
        <OfService key={each.service} {...each} />
      ))}
    </>
  );
}

interface OfServiceProps {
  readonly service: Service;
  readonly letters: UseQueryResult<AnswerOf<`GET /api/admin/dead-letters/${Service}`>, Refused>;
}

function OfService({ service, letters }: OfServiceProps) {
  return (
    <ListPanel
      title={service}
      of={letters}
      rows={({ messages }) => messages}
      nameOf={({ key, id }) => `${key} ${id}`}
      none="No dead letters"
      main={{ title: 'Retry all', act: () => void attempt(() => replay(service, {})) }}
      columns={[
        { title: 'Message', cell: ({ id, key }) => <NameCell name={key} about={id} isKey hasId /> },
        { title: 'Reason', cell: ({ reason }) => reason },
        { title: 'Failed', cell: ({ failedAt }) => <Age at={failedAt} /> },
      ]}
      actions={({ id, key }) => [
        { title: 'Retry', act: () => void attempt(() => replay(service, { id })) },
        {
          title: 'Delete',
          act: () =>
            confirm({
              title: `Delete ${key}?`,
              about: 'The message will never be processed.',
              submitTitle: 'Delete message',
              act: () => ask(`DELETE /api/admin/dead-letters/${service}/{messageId}`, { path: { messageId: id } }),
              done: `Deleted ${key}.`,
            }),
        },
      ]}
    />
  );
}

const describeReplay = (count: number, failure: string | null) =>
  failure === null ? `Retried ${count}.` : `Retried ${count}, then stopped: ${failure}`;

async function replay(service: Service, body: { readonly id?: string }): Promise<void> {
  const { replayed, failure } = await ask(`POST /api/admin/dead-letters/${service}/replay`, { body });
  showToast(describeReplay(replayed, failure?.reason ?? null));
}
