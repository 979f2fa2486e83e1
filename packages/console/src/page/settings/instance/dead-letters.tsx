import { Age } from '../../../parts/age.tsx';
import { attempt, carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { say } from '../../../parts/toast.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { words } from '../../../base/words.ts';

/** The services that read messages of others. */
const services = ['toggles', 'identity', 'change-requests', 'audit', 'integrations'] as const;
type Service = (typeof services)[number];

/** Messages that a service could not handle. */
export function DeadLetters() {
  return (
    <>
      <PageHead title={words.settings.chapters['dead-letters'].title} about={words.deadLetters.about} />
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
      none={words.deadLetters.none}
      main={{
        title: words.deadLetters.replayAll,
        act: () => void attempt(() => replay(service, {})),
        refused: (letters.data?.total ?? 0) === 0 ? words.deadLetters.none : undefined,
      }}
      columns={[
        {
          title: words.deadLetters.message,
          cell: ({ id, key }) => (
            <span class="who">
              <b class="mono">{key}</b>
              <small class="mono clip">{id}</small>
            </span>
          ),
        },
        { title: words.deadLetters.reason, cell: ({ reason }) => reason },
        { title: words.deadLetters.failed, cell: ({ failedAt }) => <Age at={failedAt} /> },
      ]}
      actions={({ id, key }) => [
        { title: words.deadLetters.replay, act: () => void attempt(() => replay(service, { id })) },
        {
          title: words.delete,
          isDestructive: true,
          act: () =>
            confirm({
              title: words.deleteWhat(key),
              about: words.deadLetters.deleteAbout,
              submitTitle: words.deadLetters.delete,
              act: () =>
                carryOut(
                  () => ask(`DELETE /api/admin/dead-letters/${service}/{messageId}`, { path: { messageId: id } }),
                  words.deleted(key),
                ),
            }),
        },
      ]}
    />
  );
}

async function replay(service: Service, body: { readonly id?: string }): Promise<void> {
  const { replayed, failure } = await ask(`POST /api/admin/dead-letters/${service}/replay`, { body });
  say(words.deadLetters.replayed(replayed, failure?.reason ?? null));
}
