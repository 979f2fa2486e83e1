import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import type { AnswerOf } from '../../server/ask.ts';
import { Age } from '../mark/age.tsx';
import type { Action } from '../list/data-table.tsx';
import { ListPanel } from '../panel/list-panel.tsx';

/** Names in user agents by what users call them; the first that matches counts. */
const browsers = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari', curl: 'curl' };
const systems = { Android: 'Android', iPhone: 'iPhone', iPad: 'iPad', Windows: 'Windows', Mac: 'macOS', CrOS: 'ChromeOS', Linux: 'Linux' };

/** The browser and system of a user agent: Chrome on Linux. */
export function browserName(userAgent: string): string {
  const find = (names: Readonly<Record<string, string>>) => Object.entries(names).find(([name]) => userAgent.includes(name))?.[1];
  const [browser, system] = [find(browsers) ?? 'Unknown browser', find(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}

type Found = AnswerOf<'GET /api/admin/user/sessions'>;

interface SessionTableProps {
  readonly of: UseQueryResult<Found, Refused>;
  readonly actions?: (session: Found['sessions'][number]) => readonly Action[];
  readonly main?: Action;
}

export function SessionTable({ of, actions, main }: SessionTableProps) {
  return (
    <ListPanel
      title="Sessions"
      of={of}
      rows={({ sessions }) => sessions}
      nameOf={({ browser }) => browserName(browser)}
      none="No active sessions"
      main={main}
      {...(actions && { actions })}
      columns={[
        { title: 'Browser', cell: ({ browser }) => <b title={browser}>{browserName(browser)}</b> },
        { title: 'IP address', cell: ({ address }) => <span class="mono">{address}</span> },
        { title: 'Started', cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
    />
  );
}
