import { useSignal } from '@preact/signals';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { AppSetup } from '../../parts/app-setup.tsx';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

interface EnrollmentProps {
  readonly token: string;
  readonly done: () => void;
}

/** Sets up the first second factor of somebody of whom one is required, and shows the recovery codes before it goes on. */
export function Enrollment({ token, done }: EnrollmentProps) {
  const codes = useSignal<readonly string[] | null>(null);
  if (codes.value !== null) {
    const parts = [{ label: words.factors.recoveryCodes, text: codes.value.join('\n') }];
    return <ShownOnce about={words.factors.keepCodes} parts={parts} submitTitle={words.logIn.goOn} done={done} />;
  }
  return (
    <>
      <p>{words.logIn.mustEnroll}</p>
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
