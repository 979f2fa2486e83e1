import { Age } from '../../../parts/mark/age.tsx';
import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { showToast } from '../../../parts/layer/toast.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { instanceTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

/** Services that consume messages. */
const services = ['toggles', 'identity', 'change-requests', 'audit', 'integrations'] as const;
type Service = (typeof services)[number];

/** Messages that a service could not process. */
export function DeadLetters() {
  return (
    <>
      <PageHead title={frameTexts.settings.sections['dead-letters'].title} about={instanceTexts.deadLetters.about} />
      {services.map((service) => (
        <OfService key={service} service={service} />
      ))}
    </>
  );
}

function OfService({ service }: { readonly service: Service }) {
  const letters = useAnswer(`GET /api/admin/dead-letters/${service}`, {});
  return (
    <ListPanel
      label={service}
      isOneOfSeveral
      of={letters}
      rows={({ messages }) => messages}
      nameOf={({ key, id }) => `${key} ${id}`}
      none={instanceTexts.deadLetters.none}
      main={{
        title: instanceTexts.deadLetters.replayAll,
        act: () => void attempt(() => replay(service, {})),
        refused: (letters.data?.total ?? 0) === 0 ? instanceTexts.deadLetters.none : undefined,
      }}
      columns={[
        {
          title: instanceTexts.deadLetters.message,
          cell: ({ id, key }) => (
            <span class={dataTableStyles.who}>
              <b class="mono">{key}</b>
              <small class={`${dataTableStyles.clip} mono`}>{id}</small>
            </span>
          ),
        },
        { title: instanceTexts.deadLetters.reason, cell: ({ reason }) => reason },
        { title: instanceTexts.deadLetters.failed, cell: ({ failedAt }) => <Age at={failedAt} /> },
      ]}
      actions={({ id, key }) => [
        { title: instanceTexts.deadLetters.replay, act: () => void attempt(() => replay(service, { id })) },
        {
          title: partsTexts.delete,
          act: () =>
            confirm({
              title: partsTexts.deleteWhat(key),
              about: instanceTexts.deadLetters.deleteAbout,
              submitTitle: instanceTexts.deadLetters.delete,
              act: () =>
                execute(
                  () => ask(`DELETE /api/admin/dead-letters/${service}/{messageId}`, { path: { messageId: id } }),
                  partsTexts.deleted(key),
                ),
            }),
        },
      ]}
    />
  );
}

async function replay(service: Service, body: { readonly id?: string }): Promise<void> {
  const { replayed, failure } = await ask(`POST /api/admin/dead-letters/${service}/replay`, { body });
  showToast(instanceTexts.deadLetters.replayed(replayed, failure?.reason ?? null));
}
