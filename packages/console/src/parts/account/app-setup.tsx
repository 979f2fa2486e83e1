import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Refused, catchRefusal } from '../../server/refusal.ts';
import type { AnswerOf } from '../../server/ask.ts';
import { CopyField } from '../layer/shown-once.tsx';
import { Failed, Skeleton } from '../panel/panel.tsx';
import { TextForm } from '../form/text-form.tsx';
import * as styles from '../mark/qr-code.module.css';

/** Shown with new recovery codes. */
export const recoveryCodesAbout =
  'Use each code once to log in if you lose your second factor. Save them somewhere safe: they won’t be shown again.';

type Setup = AnswerOf<'POST /api/admin/user/factors/totp'>;

const lettersPerGroup = 4;

/** Shows a secret for an authenticator app, and asks for its first code. */
export function AppSetup({ begin, confirm }: { readonly begin: () => Promise<Setup>; readonly confirm: (code: string) => Promise<void> }) {
  const setup = useSignal<Setup | null>(null);
  const refused = useSignal<Refused | null>(null);
  async function start() {
    refused.value = await catchRefusal(async () => (setup.value = await begin()));
  }
  useEffect(() => void start(), []);
  if (refused.value !== null) return <Failed refusal={refused.value} again={() => void start()} />;
  if (setup.value === null) return <Skeleton />;
  const { secret, uri } = setup.value;
  return (
    <>
      <p>Scan this QR code with your authenticator app, or enter the secret there. Then enter the code that the app shows.</p>
      <QrCode text={uri} label="QR code of the secret" />
      <CopyField label="Secret" text={secret.replaceAll(new RegExp(`.{${lettersPerGroup}}(?=.)`, 'g'), '$& ')} />
      <a class="inline" href={uri}>
        Open authenticator app on this device
      </a>
      <TextForm
        submitTitle="Confirm app"
        initial={{ code: '' }}
        entries={{ code: { kind: 'text', label: 'Code from the app', autocomplete: 'one-time-code', isRequired: true } }}
        submit={({ code }) => confirm(code)}
      />
    </>
  );
}

/** Quiet zone in modules, required by ISO/IEC 18004. */
const quietModules = 4;

interface Drawing {
  readonly size: number;
  readonly path: string;
}

/** Loaded on demand, because QR codes are rare. */
async function drawingOf(text: string): Promise<Drawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: modules.join('') };
}

/** A text as a QR code, dark on light in both themes because some scanners cannot read inverted codes. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawn = useSignal<Drawing | null>(null);
  useEffect(() => {
    async function draw() {
      drawn.value = await drawingOf(text);
    }
    void draw();
  }, [text]);
  if (drawn.value === null) return <div class={styles.qr} />;
  const { size, path } = drawn.value;
  return (
    <svg class={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
