import { useLocation } from 'preact-iso/router';
import { hrefOf } from '../../frame/address.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { proposeTitle, type Where } from '../proposal/target.ts';
import { deleteSegment } from './segment-writes.ts';
import { useMayNotWrite } from './use-may-not-write.ts';
import type { Home } from '../../server/session.ts';
import type { ReadSegment } from './use-segment.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

const deleteAbout = 'You can’t delete a segment that a strategy uses. Strategies of archived features and default strategies count too.';

/** Deletes a segment. The server rejects it while the segment is in use. */
export function DeletePanel({ from, read, where }: { readonly from: Home; readonly read: ReadSegment; readonly where: Where | null }) {
  const { route } = useLocation();
  const { name, project } = read.segment;
  const lacks = useMayNotWrite('DELETE_SEGMENT', project);
  const mayNot = where ? undefined : lacks;
  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      about: deleteAbout,
      submitTitle: where ? proposeTitle(where) : 'Delete segment',
      act: async () => {
        if ((await deleteSegment(read, where)) === 'deleted') route(hrefOf(from, 'segments'));
      },
    });
  return (
    <Panel
      title="Delete segment"
      end={<Button class={`${buttonStyles.small} ${buttonStyles.dangerLine}`} refused={mayNot} press={ask} text="Delete segment" />}
    >
      <p class={`${panelStyles.body} dim`}>{deleteAbout}</p>
    </Panel>
  );
}
