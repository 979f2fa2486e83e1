import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, PlainPanel } from '../../../parts/panel/panel.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, ask } from '../../../server/ask.ts';

/** Allowed CORS origins of the frontend API. */
export function Origins() {
  const config = useAnswer('GET /api/admin/ui-config', {});
  return (
    <>
      <PageHead
        title="CORS origins"
        about="Websites that can use the frontend API from a browser. Server and mobile SDKs are not affected."
      />
      <PlainPanel label="CORS origins">
        <Answer of={config}>
          {({ frontendApiOrigins = [] }) => (
            <ValueForm
              submitTitle="Save origins"
              initial={{ frontendApiOrigins }}
              entries={{
                frontendApiOrigins: {
                  kind: 'lines',
                  label: 'Allowed origins',
                  hint: 'One per line, such as https://shop.example. Use * to allow all websites.',
                },
              }}
              submit={(body) => ask('POST /api/admin/ui-config/cors', { body })}
              done={'Origins saved.'}
            />
          )}
        </Answer>
      </PlainPanel>
    </>
  );
}
