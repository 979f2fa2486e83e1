import { formatFigure } from '../../base/format.ts';
import { changeRequestHref } from '../../frame/address.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { Ago } from '../../parts/mark/age.tsx';
import { useAnswer, type FoundChangeRequest, type InboxPart } from '../../server/ask.ts';
import { useProjectName } from '../../server/session.ts';
import { StateTag } from '../../parts/mark/state-tag.tsx';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import * as countStyles from '../../parts/mark/count.module.css';
import * as listStyles from '../../parts/mark/list.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import { actorOf } from '../feature/actor-of.ts';
import * as styles from './start.module.css';

const partTitles = {
  emergencies: 'Emergency changes to review',
  reviews: 'To approve or apply',
  drafts: 'Your drafts',
} as const;
const parts = Object.keys(partTitles) as readonly (keyof typeof partTitles)[];

/** Change requests waiting for the user in all projects, emergencies first. Hidden if there are none. */
export function WaitingForYou() {
  const { data } = useAnswer('GET /api/admin/inbox', {});
  const review = data?.reviews.first[0];
  useShortcuts({ ...(review && { approve: () => openReview(review) }) });
  if (!data || parts.every((part) => data[part].total === 0)) return null;
  return (
    <Panel title="Waiting for you">
      {parts.map((part) => (
        <InboxSection key={part} title={partTitles[part]} part={data[part]} mayReview={part === 'reviews'} />
      ))}
    </Panel>
  );
}

const openReview = (request: FoundChangeRequest): void => void import('./review-here.tsx').then(({ reviewHere }) => reviewHere(request));

interface InboxSectionProps {
  readonly title: string;
  readonly part: InboxPart;
  /** Whether the user may decide on its requests. */
  readonly mayReview?: boolean;
}

/** Requests under a heading with their number. Hidden if there are none. */
export function InboxSection({ title, part: { total, first }, mayReview = false }: InboxSectionProps) {
  if (total === 0) return null;
  return (
    <>
      <h3 class={styles.part}>
        {title} <span class={countStyles.count}>{formatFigure(total)}</span>
      </h3>
      <ul class={listStyles.plain}>
        {first.map((request) => (
          <Line key={request.id} request={request} mayReview={mayReview} />
        ))}
        {total > first.length && <li class="dimmer">and {formatFigure(total - first.length)} more</li>}
      </ul>
    </>
  );
}

const Line = ({ request, mayReview }: { readonly request: FoundChangeRequest; readonly mayReview: boolean }) => (
  <li>
    <span class={styles.request}>
      <ButtonLink look="link" href={changeRequestHref(request.project, request.id)} text={request.title} />
      <small>
        {useProjectName()(request.project)} · {actorOf(request)} · <Ago at={request.createdAt} />
      </small>
    </span>
    <span class={listStyles.end}>
      <StateTag request={request} />
      {mayReview && <Button aria-label={`Review: ${request.title}`} press={() => openReview(request)} text="Review" />}
    </span>
  </li>
);
