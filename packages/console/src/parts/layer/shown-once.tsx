import { useSignal } from '@preact/signals';
import { openLayer } from './layers.tsx';
import { Button } from '../mark/button.tsx';
import * as formStyles from '../mark/form.module.css';
import * as noteStyles from '../mark/note.module.css';
import * as styles from './shown-once.module.css';

/** A text to copy: a secret, or a usage example. */
interface Copyable {
  readonly label: string;
  readonly text: string;
}

interface Secret {
  readonly title: string;
  readonly about?: string;
  readonly parts: readonly Copyable[];
}

/** Shows a secret that cannot be retrieved again, with copy buttons. */
export const showOnce = ({ title, ...secret }: Secret): void =>
  openLayer({ title, draw: (close) => <ShownOnce {...secret} submitTitle="I’ve copied it" done={close} /> });

interface ShownOnceProps extends Omit<Secret, 'title'> {
  readonly submitTitle: string;
  readonly done: () => void;
}

export function ShownOnce({ about, parts, submitTitle, done }: ShownOnceProps) {
  return (
    <div class={formStyles.form}>
      <p class={noteStyles.caution}>{about ?? 'Copy it now: it won’t be shown again.'}</p>
      {parts.map((part) => (
        <CopyField key={part.label} {...part} />
      ))}
      <Button look="main" press={done} text={submitTitle} />
    </div>
  );
}

/** A text with a copy button. */
export function CopyField({ label, text }: Copyable) {
  const isCopied = useSignal(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  }
  return (
    <figure class={styles.copy}>
      <figcaption>
        {label}
        <Button look="link" press={() => void copy()} aria-label={`Copy ${label}`} text={isCopied.value ? 'Copied' : 'Copy'} />
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </figure>
  );
}
