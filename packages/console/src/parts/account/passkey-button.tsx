import { useSignal } from '@preact/signals';
import { hasPasskeys, provePasskey } from '../../server/passkey.ts';
import { Refused } from '../../server/refusal.ts';
import { Button } from '../mark/button.tsx';
import * as noteStyles from '../mark/note.module.css';
import * as buttonStyles from '../mark/button.module.css';

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
  const refused = useSignal<string | null>(null);
  if (!hasPasskeys()) return null;
  async function press() {
    refused.value = null;
    try {
      const response = await provePasskey(await options());
      if (response === null) return;
      await send(response);
      await done();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error.message;
    }
  }
  return (
    <>
      <Button class={buttonStyles.wide} press={() => void press()} icon="key" text={title} />
      {refused.value && (
        <p class={noteStyles.stop} role="alert">
          {refused.value}
        </p>
      )}
    </>
  );
}
