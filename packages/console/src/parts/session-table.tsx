import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../server/refusal.ts';
import type { AnswerOf } from '../server/request.ts';
import { words } from '../base/words.ts';
import { Age } from './age.tsx';
import type { Action } from './data-table.tsx';
import { ListPanel } from './list-panel.tsx';

type Found = AnswerOf<'GET /api/admin/user/sessions'>;

interface SessionTableProps {
  readonly of: UseQueryResult<Found, Refused>;
  readonly actions?: (session: Found['sessions'][number]) => readonly Action[];
  readonly main?: Action;
}

/** Where somebody is logged in. */
export function SessionTable({ of, actions, main }: SessionTableProps) {
  return (
    <ListPanel
      label={words.sessions.title}
      isOneOfSeveral
      of={of}
      rows={({ sessions }) => sessions}
      nameOf={({ browser }) => browser || words.sessions.unknown}
      none={words.sessions.none}
      main={main}
      {...(actions && { actions })}
      columns={[
        { title: words.sessions.browser, cell: ({ browser }) => <span class="clip">{browser || words.sessions.unknown}</span> },
        { title: words.sessions.address, cell: ({ address }) => <span class="mono">{address}</span> },
        { title: words.sessions.begun, cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
    />
  );
}
