import { signal } from '@preact/signals';
import { type Shortcut, shortcuts } from '../base/keys.ts';
import { Dialog } from '../parts/layer/dialog.tsx';
import * as styles from './frame.module.css';

const isOpen = signal(false);

export const openHelp = (): void => {
  isOpen.value = true;
};

export function KeyboardHelp() {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen.value} close={() => (isOpen.value = false)}>
      <dl class={styles.keys}>
        {Object.values<Shortcut>(shortcuts).map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
