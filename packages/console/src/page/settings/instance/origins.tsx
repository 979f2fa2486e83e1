import { carryOut } from '../../../parts/attempt.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { ValueForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { ask } from '../../../server/request.ts';
import { words } from '../../../base/words.ts';

/** Whose pages may ask for features from a browser. */
export function Origins() {
  const config = useAnswer('GET /api/admin/ui-config', {});
  return (
    <>
      <PageHead title={words.settings.chapters.origins.title} about={words.origins.about} />
      <section class="panel" aria-label={words.settings.chapters.origins.title}>
        <Answer of={config}>
          {({ frontendApiOrigins = [] }) => (
            <div class="body">
              <ValueForm
                submitTitle={words.origins.save}
                initial={{ frontendApiOrigins }}
                entries={{ frontendApiOrigins: { kind: 'lines', label: words.origins.origins, hint: words.origins.hint } }}
                submit={(body) => carryOut(() => ask('POST /api/admin/ui-config/cors', { body }), words.origins.saved)}
              />
            </div>
          )}
        </Answer>
      </section>
    </>
  );
}
