import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Ago } from '../../parts/mark/age.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { type AnswerOf, ask } from '../../server/request.ts';
import { Decision } from './decision.tsx';
import { commandLineTexts } from './texts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Found = AnswerOf<'POST /api/admin/user/devices/check'>;

/** Where a person types the code of a login on a machine without a browser (RFC 8628 §3.3). */
export function Device() {
  const { query } = useLocation();
  const found = useSignal<Found | null>(null);
  return (
    <>
      <PageHead title={commandLineTexts.title} part={commandLineTexts.code} about={commandLineTexts.about} />
      {found.value ? (
        <FoundDevice found={found.value} />
      ) : (
        <section class={panelStyles.panel} aria-label={commandLineTexts.title}>
          <div class={panelStyles.body}>
            <ValueForm
              submitTitle={commandLineTexts.goOn}
              takesFocus
              initial={{ userCode: query['code'] ?? '' }}
              entries={{
                userCode: {
                  kind: 'text',
                  label: commandLineTexts.typeCode,
                  hint: commandLineTexts.codeHint,
                  autocomplete: 'off',
                  isRequired: true,
                },
              }}
              submit={async (body) => {
                found.value = await ask('POST /api/admin/user/devices/check', { body });
              }}
            />
          </div>
        </section>
      )}
    </>
  );
}

function FoundDevice({ found: { userCode, host, address, createdAt } }: { readonly found: Found }) {
  const decide = async (approved: boolean) => {
    await ask('POST /api/admin/user/devices', { body: { userCode, approved } });
  };
  return (
    <Decision host={host} decide={decide}>
      <dt>{commandLineTexts.address}</dt>
      <dd class="mono">{address}</dd>
      <dt>{commandLineTexts.code}</dt>
      <dd class="mono">{userCode}</dd>
      <dt>{commandLineTexts.started}</dt>
      <dd>
        <Ago at={createdAt} />
      </dd>
    </Decision>
  );
}
