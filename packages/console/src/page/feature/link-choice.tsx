import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';

interface LinkChoiceProps<Name extends string> {
  readonly label: string;
  /** The parameter of the address. */
  readonly name: string;
  readonly chosen: Name;
  readonly titles: Readonly<Partial<Record<Name, string>>>;
}

/** Links that set one parameter of the address. */
export function LinkChoice<Name extends string>({ label, name, chosen, titles }: LinkChoiceProps<Name>) {
  const { path, query } = useLocation();
  return (
    <nav class={badgeStyles.choice} aria-label={label}>
      {Object.entries<string | undefined>(titles).map(([value, title]) => (
        <ButtonLink
          key={value}
          href={hrefWith(path, query, { [name]: value })}
          aria-current={value === chosen ? 'true' : undefined}
          text={title}
        />
      ))}
    </nav>
  );
}
