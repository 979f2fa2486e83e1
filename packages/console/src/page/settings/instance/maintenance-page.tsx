import { attempt } from '../../../parts/layer/attempt.ts';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { instanceTexts } from './texts.ts';
import * as panelStyles from '../../../parts/panel/panel.module.css';

/** Maintenance mode: changes are rejected, evaluation continues. */
export function MaintenancePage() {
  const maintenance = useAnswer('GET /api/admin/maintenance', {});
  const turn = (enabled: boolean) =>
    attempt(
      () => ask('POST /api/admin/maintenance', { body: { enabled } }),
      enabled ? instanceTexts.maintenance.turnedOn : instanceTexts.maintenance.turnedOff,
    );
  return (
    <>
      <PageHead title={frameTexts.settings.sections.maintenance.title} about={instanceTexts.maintenance.about} />
      <section class={panelStyles.panel} aria-label={instanceTexts.maintenance.switch}>
        <Answer of={maintenance}>
          {({ enabled }) => (
            <p class={`${panelStyles.body} ${panelStyles.line}`}>
              <Switch label={instanceTexts.maintenance.switch} isOn={enabled} press={() => void turn(!enabled)} />
              {enabled ? instanceTexts.maintenance.isOn : instanceTexts.maintenance.isOff}
            </p>
          )}
        </Answer>
      </section>
    </>
  );
}
