import { useRef } from 'preact/hooks';
import { Button } from '../mark/button.tsx';
import { Icon, type IconName } from '../mark/icon.tsx';
import * as buttonStyles from '../mark/button.module.css';
import * as styles from './menu.module.css';

interface MenuProps {
  readonly label: string;
  readonly icon?: IconName;
  /** Shown next to the icon; otherwise the label is the accessible name only. */
  readonly title?: string;
  readonly choices: readonly MenuChoice[];
  /** Text without choices. */
  readonly none?: string;
  /** Text below the choices. */
  readonly note?: string | undefined;
  /** Called when it opens. */
  readonly opened?: () => void;
}

export type MenuChoice = MenuAction | MenuLink;

interface MenuAction {
  readonly title: string;
  readonly press: () => void;
  /** Reason why the user cannot do it, if any. */
  readonly refused?: string | undefined;
  /** Whether it is on, if it turns something on and off. */
  readonly isOn?: boolean;
}

/** A page. Outside the console it opens in a tab of its own. */
interface MenuLink {
  readonly title: string;
  readonly href: string;
  readonly isInside?: true;
}

/** A menu of further actions. */
export function Menu({ label, icon = 'more', title, choices, none, note, opened }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  /** Dialogs that a choice opens give the focus back to it. */
  const leave = () => {
    element.current?.querySelector('summary')?.focus();
    close();
  };
  return (
    <details
      ref={element}
      class={styles.menu}
      onToggle={({ currentTarget }) => currentTarget.open && opened?.()}
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && close()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <summary
        class={`${buttonStyles.small} ${title === undefined ? buttonStyles.quiet : ''}`}
        aria-label={title === label ? undefined : label}
        title={title === undefined ? label : undefined}
      >
        {title}
        <Icon name={icon} />
      </summary>
      <div class={styles.choices}>
        {choices.length === 0 && <p class="dim">{none}</p>}
        {choices.map((choice) => (
          <Choice key={choice.title} choice={choice} close={leave} />
        ))}
        {note && <small class={styles.note}>{note}</small>}
      </div>
    </details>
  );
}

function Choice({ choice, close }: { readonly choice: MenuChoice; readonly close: () => void }) {
  if ('href' in choice) {
    return (
      <a href={choice.href} target={choice.isInside ? undefined : '_blank'} rel="noopener" onClick={close}>
        {choice.title}
      </a>
    );
  }
  const { title, refused, press, isOn } = choice;
  return (
    <Button look="none" className="" refused={refused} aria-pressed={isOn} press={() => (close(), press())} text={title}>
      {isOn && <Icon name="tick" />}
    </Button>
  );
}
