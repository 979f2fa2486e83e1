import { Empty } from './panel.tsx';
import { ButtonLink } from '../mark/button.tsx';

interface NoSuchProps {
  readonly title: string;
  /** The address and title of the list of objects that exist. */
  readonly href: string;
  readonly all: string;
}

/** A page whose object does not exist. */
export const NoSuch = ({ title, href, all }: NoSuchProps) => (
  <Empty title={title} isPage>
    <ButtonLink look="button" href={href} text={all} />
  </Empty>
);
