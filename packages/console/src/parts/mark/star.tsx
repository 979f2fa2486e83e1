import { Button } from './button.tsx';
import * as buttonStyles from './button.module.css';

interface StarProps {
  readonly name: string;
  readonly isFavorite: boolean;
  readonly toggle: () => void;
  readonly className?: string | undefined;
}

export const starTitle = (name: string, isFavorite: boolean): string =>
  isFavorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`;

/** Adds an object to the favorites of the user, or removes it. */
export const Star = ({ name, isFavorite, toggle, className = '' }: StarProps) => (
  <Button
    class={`${buttonStyles.quiet} ${buttonStyles.star} ${className}`}
    aria-pressed={isFavorite}
    aria-label={starTitle(name, isFavorite)}
    press={toggle}
    icon="star"
  />
);
