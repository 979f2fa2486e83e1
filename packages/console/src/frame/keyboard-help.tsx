import { type Shortcut, shortcuts } from '../base/keys.ts';
import { openLayer } from '../parts/layer/layers.tsx';
import * as styles from './frame.module.css';

/** Opens the list of keyboard shortcuts. */
export const showKeyboardHelp = (): void =>
  openLayer({
    title: 'Keyboard shortcuts',
    draw: () => (
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
    ),
  });
