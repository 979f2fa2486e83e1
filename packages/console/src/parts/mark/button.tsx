import type { ButtonHTMLAttributes } from 'preact';
import * as buttonStyles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes {
  /** Reason why the user cannot press it, if any. It replaces the title. */
  readonly refused: string | undefined;
  readonly press: (button: HTMLElement) => void;
}

/** A small button, unless `class` says otherwise. If refused, it stays focusable and shows the reason. */
export const Button = ({ refused, press, title, ...attributes }: ButtonProps) => (
  <button
    type="button"
    class={buttonStyles.small}
    {...attributes}
    aria-disabled={refused !== undefined}
    title={refused ?? title}
    onClick={(event) => refused === undefined && press(event.currentTarget)}
  />
);
