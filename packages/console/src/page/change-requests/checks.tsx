import { formatExact } from '../../base/format.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import type { ChangeRequest } from '../../server/ask.ts';
import { changesOf } from './content.ts';
import { Panel } from '../../parts/panel/panel.tsx';
import * as styles from './change-requests.module.css';

/** A check before a request is applied. */
interface Check {
  readonly kind: 'holds' | 'care' | 'fails';
  readonly text: string;
}

const looks = { holds: undefined, care: styles.care, fails: styles.fails } as const;
const icons = { holds: 'tick', care: 'alert', fails: 'close' } as const;

const kindTitles = { holds: 'passed', care: 'warning', fails: 'failed' };

/** Checks that would prevent or endanger applying the request. */
export const Checks = ({ request, needed }: { readonly request: ChangeRequest; readonly needed: number }) => (
  <Panel title="Checks">
    <ul class={styles.checks}>
      {checksOf(request, needed).map(({ kind, text }) => (
        <li key={text} class={looks[kind]}>
          <Icon name={icons[kind]} />
          <span>{text}</span>
          <span class="unseen">{kindTitles[kind]}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

function checksOf(request: ChangeRequest, needed: number): readonly Check[] {
  const changes = changesOf(request);
  const conflicts = [...new Set([...request.features, ...changes].flatMap(({ conflict }) => conflict ?? []))];
  const beside = new Set(changes.flatMap(({ scheduleConflicts }) => scheduleConflicts?.changeRequests.map(({ id }) => id) ?? []));
  const changedSince = changes.filter(({ differences = [] }) => differences.length > 0).length;
  const missing = Math.max(0, needed - request.approvals.length);
  return [
    ...approvalCheck(needed, missing),
    ...(conflicts.length === 0
      ? [holds('No conflicts with the current configuration')]
      : conflicts.map((text) => ({ kind: 'fails' as const, text: `${text}.` }))),
    changedSince === 0
      ? holds('No one has changed the same settings since')
      : {
          kind: 'care',
          text:
            changedSince === 1
              ? '1 change would overwrite a more recent edit'
              : `${changedSince} changes would overwrite more recent edits`,
        },
    beside.size === 0
      ? holds('No overlap with scheduled change requests')
      : { kind: 'care', text: `Overlaps with scheduled change requests: ${[...beside].map((id) => `#${id}`).join(', ')}` },
    request.frozen
      ? { kind: 'fails', text: `Frozen until ${formatExact(request.frozen.until)}: ${request.frozen.name}` }
      : holds('No change freeze in effect'),
    ...(request.schedule?.failureReason
      ? [{ kind: 'fails' as const, text: `Could not be applied at the scheduled time: ${request.schedule.failureReason}` }]
      : []),
  ];
}

/** None if no approval is needed. */
function approvalCheck(needed: number, missing: number): readonly Check[] {
  if (needed === 0) return [];
  return [
    missing > 0
      ? { kind: 'care', text: missing === 1 ? '1 approval is missing' : `${missing} approvals are missing` }
      : holds('Has all required approvals'),
  ];
}

const holds = (text: string): Check => ({ kind: 'holds', text });
