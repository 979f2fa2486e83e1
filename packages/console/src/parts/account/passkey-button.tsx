import { useSignal } from '@preact/signals';
import { hasPasskeys, provePasskey } from '../../server/passkey.ts';
import { type Refused, catchRefusal } from '../../server/refusal.ts';
import { Button } from '../mark/button.tsx';
import { Alert } from '../mark/note.tsx';

type Prove = typeof provePasskey;

interface PasskeyButtonProps {
  readonly title: string;
  readonly options: () => Promise<Parameters<Prove>[0]>;
  /** Sends the assertion to the server. */
  readonly send: (response: NonNullable<Awaited<ReturnType<Prove>>>) => Promise<unknown>;
  readonly done: () => void | Promise<void>;
}

/** Authenticates with a passkey, in browsers that support it. Errors are shown below. */
export function PasskeyButton({ title, options, send, done }: PasskeyButtonProps) {
  const refused = useSignal<Refused | null>(null);
  if (!hasPasskeys()) return null;
  async function press() {
    refused.value = null;
    refused.value = await catchRefusal(async () => {
      const response = await provePasskey(await options());
      if (response === null) return;
      await send(response);
      await done();
    });
  }
  return (
    <>
      <Button look="wide" press={() => void press()} icon="key" text={title} />
      <Alert text={refused.value?.message} />
    </>
  );
}
