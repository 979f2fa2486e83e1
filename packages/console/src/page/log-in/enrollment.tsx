import { useSignal } from '@preact/signals';
import { ShownOnce } from '../../parts/layer/shown-once.tsx';
import { AppSetup, recoveryCodesAbout } from '../../parts/account/app-setup.tsx';
import { ask } from '../../server/ask.ts';

export interface EnrollmentProps {
  readonly token: string;
  readonly done: () => void;
}

/** Sets up the required first second factor, and shows the recovery codes before it continues. */
export function Enrollment({ token, done }: EnrollmentProps) {
  const codes = useSignal<readonly string[] | null>(null);
  if (codes.value !== null) {
    const parts = [{ label: 'Recovery codes', text: codes.value.join('\n') }];
    return <ShownOnce about={recoveryCodesAbout} parts={parts} submitTitle="I’ve saved my codes" done={done} />;
  }
  return (
    <>
      <p>You need two-factor authentication. Set it up to continue.</p>
      <AppSetup
        begin={() => ask('POST /auth/second-factor/totp', { body: { token } })}
        confirm={async (code) => {
          const { recoveryCodes } = await ask('POST /auth/second-factor/totp/confirmation', { body: { token, code } });
          codes.value = recoveryCodes;
        }}
      />
    </>
  );
}
