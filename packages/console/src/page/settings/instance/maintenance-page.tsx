import { attempt } from '../../../parts/layer/attempt.ts';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, PlainPanel } from '../../../parts/panel/panel.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { useAnswer, ask } from '../../../server/ask.ts';
import * as panelStyles from '../../../parts/panel/panel.module.css';

/** Maintenance mode: changes are rejected, evaluation continues. */
export function MaintenancePage() {
  const maintenance = useAnswer('GET /api/admin/maintenance', {});
  const turn = (enabled: boolean) =>
    attempt(
      () => ask('POST /api/admin/maintenance', { body: { enabled } }),
      enabled ? 'Maintenance mode is on.' : 'Maintenance mode is off.',
    );
  return (
    <>
      <PageHead title="Maintenance" about="In maintenance mode no one can make changes. Applications are served as usual." />
      <PlainPanel label="Maintenance mode">
        <Answer of={maintenance}>
          {({ enabled }) => (
            <p class={`${panelStyles.body} ${panelStyles.line}`}>
              <Switch label="Maintenance mode" isOn={enabled} press={() => void turn(!enabled)} />
              {enabled ? 'On: no one can make changes.' : 'Off: everything works normally.'}
            </p>
          )}
        </Answer>
      </PlainPanel>
    </>
  );
}
