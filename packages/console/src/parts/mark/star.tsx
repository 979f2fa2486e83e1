import { Button } from './button.tsx';

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
  <Button look="star" className={className} aria-pressed={isFavorite} aria-label={starTitle(name, isFavorite)} press={toggle} icon="star" />
);
