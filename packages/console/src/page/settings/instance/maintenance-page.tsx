import { attempt } from '../../../parts/attempt.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { instanceTexts } from './texts.ts';
import * as panelStyles from '../../../parts/panel.module.css';

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
