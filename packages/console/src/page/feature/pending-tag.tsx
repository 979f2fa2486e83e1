import { changeRequestHref } from '../../frame/address.ts';
import { formatMoment } from '../../base/format.ts';
import type { PendingRequest } from './pending.ts';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface PendingTagProps {
  readonly project: string;
  readonly request: PendingRequest;
  readonly text: string;
}

/** Effect of a change request, with its time if it is scheduled. Links to it. */
export function PendingTag({ project, request: { id, schedule }, text }: PendingTagProps) {
  const at = schedule?.status === 'pending' ? formatMoment(Date.parse(schedule.scheduledAt)) : null;
  return (
    <a class={tagStyles.caution} href={changeRequestHref(project, id)}>
      #{id} · {text}
      {at === null ? '' : ` · ${at}`}
    </a>
  );
}
