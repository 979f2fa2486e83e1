import { execute } from '../../../parts/layer/attempt.ts';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { instanceTexts } from './texts.ts';
import * as panelStyles from '../../../parts/panel/panel.module.css';

/** Allowed CORS origins of the frontend API. */
export function Origins() {
  const config = useAnswer('GET /api/admin/ui-config', {});
  return (
    <>
      <PageHead title={frameTexts.settings.sections.origins.title} about={instanceTexts.origins.about} />
      <section class={panelStyles.panel} aria-label={frameTexts.settings.sections.origins.title}>
        <Answer of={config}>
          {({ frontendApiOrigins = [] }) => (
            <div class={panelStyles.body}>
              <ValueForm
                submitTitle={instanceTexts.origins.save}
                initial={{ frontendApiOrigins }}
                entries={{ frontendApiOrigins: { kind: 'lines', label: instanceTexts.origins.origins, hint: instanceTexts.origins.hint } }}
                submit={(body) => execute(() => ask('POST /api/admin/ui-config/cors', { body }), instanceTexts.origins.saved)}
              />
            </div>
          )}
        </Answer>
      </section>
    </>
  );
}
