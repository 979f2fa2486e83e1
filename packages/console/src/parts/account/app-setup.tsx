import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused } from '../../server/refusal.ts';
import type { AnswerOf } from '../../server/request.ts';
import { partsTexts } from '../texts.ts';
import { CopyField } from '../layer/shown-once.tsx';
import { Failed, Skeleton } from '../panel/panel.tsx';
import { QrCode } from '../mark/qr-code.tsx';
import { TextForm } from '../form/text-form.tsx';

type Setup = AnswerOf<'POST /api/admin/user/factors/totp'>;

interface AppSetupProps {
  readonly begin: () => Promise<Setup>;
  readonly confirm: (code: string) => Promise<void>;
}

const lettersPerGroup = 4;

/** Shows a secret for an authenticator app, and asks for its first code. */
export function AppSetup({ begin, confirm }: AppSetupProps) {
  const setup = useSignal<Setup | null>(null);
  const refused = useSignal<Refused | null>(null);
  async function start() {
    refused.value = null;
    try {
      setup.value = await begin();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error;
    }
  }
  useEffect(() => void start(), []);
  if (refused.value !== null) return <Failed refusal={refused.value} again={() => void start()} />;
  if (setup.value === null) return <Skeleton />;
  const { secret, uri } = setup.value;
  return (
    <>
      <p>{partsTexts.factors.enterSecret}</p>
      <QrCode text={uri} label={partsTexts.factors.code} />
      <CopyField label={partsTexts.factors.secret} text={secret.replaceAll(new RegExp(`.{${lettersPerGroup}}(?=.)`, 'g'), '$& ')} />
      <a class="inline" href={uri}>
        {partsTexts.factors.openApp}
      </a>
      <TextForm
        submitTitle={partsTexts.factors.confirm}
        initial={{ code: '' }}
        entries={{ code: { kind: 'text', label: partsTexts.factors.firstCode, autocomplete: 'one-time-code', isRequired: true } }}
        submit={({ code }) => confirm(code)}
      />
    </>
  );
}
