import { attempt } from '../../../parts/attempt.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { words } from '../../../base/words.ts';

/** Nobody changes anything while it is on; applications are answered as ever. */
export function MaintenancePage() {
  const maintenance = useAnswer('GET /api/admin/maintenance', {});
  const turn = (enabled: boolean) =>
    attempt(
      () => ask('POST /api/admin/maintenance', { body: { enabled } }),
      enabled ? words.maintenance.turnedOn : words.maintenance.turnedOff,
    );
  return (
    <>
      <PageHead title={words.settings.chapters.maintenance.title} about={words.maintenance.about} />
      <section class="panel" aria-label={words.maintenance.switch}>
        <Answer of={maintenance}>
          {({ enabled }) => (
            <p class="body line">
              <Switch label={words.maintenance.switch} isOn={enabled} press={() => void turn(!enabled)} />
              {enabled ? words.maintenance.isOn : words.maintenance.isOff}
            </p>
          )}
        </Answer>
      </section>
    </>
  );
}
