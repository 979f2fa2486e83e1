import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import * as buttonStyles from './button.module.css';

const looks = {
  button: buttonStyles.button,
  main: buttonStyles.main,
  small: buttonStyles.small,
  quiet: buttonStyles.quiet,
  star: `${buttonStyles.quiet} ${buttonStyles.star}`,
  link: buttonStyles.link,
};

export type Look = keyof typeof looks;

interface Looks {
  /** Small by default; `class` replaces it. */
  readonly look?: Look;
  readonly icon?: IconName;
  readonly text?: ComponentChildren;
}

interface ButtonProps extends Looks, ButtonHTMLAttributes {
  /** Reason why the user cannot press it, if any. It replaces the title. */
  readonly refused?: string | undefined;
  readonly press: (button: HTMLElement) => void;
}

/** A button. If refused, it stays focusable and shows the reason. */
export const Button = ({ refused, press, title, look = 'small', icon, text, children, ...attributes }: ButtonProps) => (
  <button
    type="button"
    class={looks[look]}
    {...attributes}
    aria-disabled={refused !== undefined}
    title={refused ?? title}
    onClick={(event) => refused === undefined && press(event.currentTarget)}
  >
    {icon && <Icon name={icon} />}
    {text}
    {children}
  </button>
);

/** A link that looks like a button. */
export const ButtonLink = ({ look = 'small', text, ...attributes }: Omit<Looks, 'icon'> & AnchorHTMLAttributes) => (
  <a class={looks[look]} {...attributes}>
    {text ?? attributes.children}
  </a>
);
