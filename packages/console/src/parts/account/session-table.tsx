import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import type { AnswerOf } from '../../server/request.ts';
import { Age } from '../mark/age.tsx';
import type { Action } from '../list/data-table.tsx';
import { ListPanel } from '../panel/list-panel.tsx';
import * as dataTableStyles from '../list/data-table.module.css';

type Found = AnswerOf<'GET /api/admin/user/sessions'>;

interface SessionTableProps {
  readonly of: UseQueryResult<Found, Refused>;
  readonly actions?: (session: Found['sessions'][number]) => readonly Action[];
  readonly main?: Action;
}

export function SessionTable({ of, actions, main }: SessionTableProps) {
  return (
    <ListPanel
      label="Sessions"
      isOneOfSeveral
      of={of}
      rows={({ sessions }) => sessions}
      nameOf={({ browser }) => browser || 'Unknown browser'}
      none="No active sessions"
      main={main}
      {...(actions && { actions })}
      columns={[
        {
          title: 'Browser',
          cell: ({ browser }) => <span class={dataTableStyles.clip}>{browser || 'Unknown browser'}</span>,
        },
        { title: 'IP address', cell: ({ address }) => <span class="mono">{address}</span> },
        { title: 'Started', cell: ({ createdAt }) => <Age at={createdAt} /> },
      ]}
    />
  );
}
