import { PlainPanel } from '../../parts/panel/panel.tsx';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Ago } from '../../parts/mark/age.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { type AnswerOf, ask } from '../../server/ask.ts';
import { LoginDecision, loginAbout } from './decision.tsx';

type Found = AnswerOf<'POST /api/admin/user/devices/check'>;

/** Where a person types the code of a login on a machine without a browser (RFC 8628 §3.3). */
export function Device() {
  const { query } = useLocation();
  const found = useSignal<Found | null>(null);
  return (
    <>
      <PageHead title="Log in on the command line" part="Code" about={loginAbout} />
      {found.value ? (
        <FoundDevice found={found.value} />
      ) : (
        <PlainPanel label="Log in on the command line">
          <ValueForm
            submitTitle="Continue"
            takesFocus
            initial={{ userCode: query['code'] ?? '' }}
            entries={{
              userCode: {
                kind: 'text',
                label: 'Code from the command line',
                hint: 'Eight letters, such as BCDF-GHJK.',
                autocomplete: 'off',
                isRequired: true,
              },
            }}
            submit={async (body) => {
              found.value = await ask('POST /api/admin/user/devices/check', { body });
            }}
          />
        </PlainPanel>
      )}
    </>
  );
}

function FoundDevice({ found: { userCode, host, address, createdAt } }: { readonly found: Found }) {
  const decide = async (approved: boolean) => {
    await ask('POST /api/admin/user/devices', { body: { userCode, approved } });
  };
  return (
    <LoginDecision host={host} decide={decide}>
      <dt>Address</dt>
      <dd class="mono">{address}</dd>
      <dt>Code</dt>
      <dd class="mono">{userCode}</dd>
      <dt>Started</dt>
      <dd>
        <Ago at={createdAt} />
      </dd>
    </LoginDecision>
  );
}
