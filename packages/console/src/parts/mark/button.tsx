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
  wide: buttonStyles.wide,
  line: buttonStyles.line,
  danger: buttonStyles.danger,
  dangerLine: buttonStyles.dangerLine,
  none: '',
};

const sizes = { small: buttonStyles.small, tall: buttonStyles.tall };

export type Look = keyof typeof looks;

interface Looks {
  /** Small by default. */
  readonly look?: Look;
  readonly size?: keyof typeof sizes | undefined;
  /** Further classes. */
  readonly className?: string | undefined;
  readonly icon?: IconName;
  readonly text?: ComponentChildren;
}

interface ButtonProps extends Looks, Omit<ButtonHTMLAttributes, keyof Looks> {
  /** Reason why the user cannot press it, if any. It replaces the title. */
  readonly refused?: string | undefined;
  /** Absent for buttons that submit a form. */
  readonly press?: (button: HTMLElement) => void;
}

const classOf = (look: Look, size: Looks['size'], className = '') => `${looks[look]} ${size ? sizes[size] : ''} ${className}`.trim();

/** A button. If refused, it stays focusable and shows the reason. */
export const Button = ({ refused, press, title, look = 'small', size, className, icon, text, children, ...attributes }: ButtonProps) => (
  <button
    type="button"
    {...attributes}
    class={classOf(look, size, className)}
    aria-disabled={refused !== undefined}
    title={refused ?? title}
    onClick={(event) => refused === undefined && press?.(event.currentTarget)}
  >
    {icon && <Icon name={icon} />}
    {text}
    {children}
  </button>
);

/** A link that looks like a button. */
export const ButtonLink = ({ look = 'small', size, className, text, ...attributes }: Omit<Looks, 'icon'> & AnchorHTMLAttributes) => (
  <a {...attributes} class={classOf(look, size, className)}>
    {text ?? attributes.children}
  </a>
);
