import { exactTime } from '../../parts/age.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { ChangeRequest } from '../../server/operations.ts';
import { words } from '../../base/words.ts';
import { changesOf } from './content.ts';

/** One thing that is looked at before a request is applied. */
interface Check {
  readonly kind: 'holds' | 'care' | 'fails';
  readonly text: string;
}

const icons = { holds: 'tick', care: 'alert', fails: 'close' } as const;

/** What stands in the way of applying the request, or does not. */
export const Checks = ({ request, needed }: { readonly request: ChangeRequest; readonly needed: number }) => (
  <section class="panel">
    <header>
      <h2>{words.checks.title}</h2>
    </header>
    <ul class="checks">
      {checksOf(request, needed).map(({ kind, text }) => (
        <li key={text} class={kind}>
          <Icon name={icons[kind]} />
          <span>{text}</span>
          <span class="unseen">{words.checks.kinds[kind]}</span>
        </li>
      ))}
    </ul>
  </section>
);

function checksOf(request: ChangeRequest, needed: number): readonly Check[] {
  const changes = changesOf(request);
  const conflicts = [...new Set([...request.features, ...changes].flatMap(({ conflict }) => conflict ?? []))];
  const beside = new Set(changes.flatMap(({ scheduleConflicts }) => scheduleConflicts?.changeRequests.map(({ id }) => id) ?? []));
  const changedSince = changes.filter(({ differences = [] }) => differences.length > 0).length;
  const missing = Math.max(0, needed - request.approvals.length);
  return [
    { kind: missing > 0 ? 'care' : 'holds', text: missing > 0 ? words.checks.missing(missing) : words.checks.approved },
    ...(conflicts.length === 0
      ? [holds(words.checks.noConflict)]
      : conflicts.map((text) => ({ kind: 'fails' as const, text: `${text}.` }))),
    changedSince === 0 ? holds(words.checks.unchanged) : { kind: 'care', text: words.checks.changed(changedSince) },
    beside.size === 0 ? holds(words.checks.noneBeside) : { kind: 'care', text: words.checks.beside([...beside]) },
    request.frozen
      ? { kind: 'fails', text: words.checks.frozen(request.frozen.name, exactTime(request.frozen.until)) }
      : holds(words.checks.noFreeze),
    ...(request.schedule?.failureReason ? [{ kind: 'fails' as const, text: words.checks.failed(request.schedule.failureReason) }] : []),
  ];
}

const holds = (text: string): Check => ({ kind: 'holds', text });
