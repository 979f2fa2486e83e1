import { changeRequestHref } from '../../frame/address.ts';
import { Age } from '../../parts/age.tsx';
import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { FoundChangeRequest, InboxPart } from '../../server/operations.ts';
import { startTexts } from './texts.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import * as buttonStyles from '../../parts/button.module.css';
import * as countStyles from '../../parts/count.module.css';
import * as listStyles from '../../parts/list.module.css';
import * as panelStyles from '../../parts/panel.module.css';
import * as styles from './start.module.css';

type Part = keyof typeof startTexts.parts;

const parts: readonly Part[] = ['emergencies', 'reviews', 'drafts', 'scheduled'];

/** Change requests waiting for the user in all projects, emergencies first. */
export function WaitingForYou() {
  const inbox = useAnswer('GET /api/admin/inbox', {});
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{startTexts.waits}</h2>
      </header>
      <Answer of={inbox}>
        {(answer) =>
          parts.every((part) => answer[part].total === 0) ? (
            <p class={`${panelStyles.body} dim`}>{startTexts.nothingWaits}</p>
          ) : (
            <>
              {parts.map((part) => (
                <InboxSection key={part} title={startTexts.parts[part]} part={answer[part]} />
              ))}
            </>
          )
        }
      </Answer>
    </section>
  );
}

function InboxSection({ title, part: { total, first } }: { readonly title: string; readonly part: InboxPart }) {
  if (total === 0) return null;
  return (
    <>
      <h3 class={styles.part}>
        {title} <span class={countStyles.count}>{total}</span>
      </h3>
      <ul class={listStyles.plain}>
        {first.map((request) => (
          <Line key={request.id} request={request} />
        ))}
        {total > first.length && <li class="dimmer">{startTexts.andMore(total - first.length)}</li>}
      </ul>
    </>
  );
}

const Line = ({ request }: { readonly request: FoundChangeRequest }) => (
  <li>
    <a class={buttonStyles.link} href={changeRequestHref(request.project, request.id)}>
      {request.title}
    </a>
    <small>
      {request.project}, {request.environment} · {request.createdBy.username} · <Age at={request.createdAt} />
    </small>
    <StateTag request={request} />
  </li>
);
