import type { ComponentChildren } from 'preact';
import type { Action } from '../list/data-table.tsx';
import { Title } from '../mark/title.tsx';
import { Button } from '../mark/button.tsx';
import * as tagStyles from '../mark/tag.module.css';
import * as styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: ComponentChildren;
  /** The part of the page that is shown, for the title of the window. */
  readonly part?: string;
  readonly about?: ComponentChildren;
  readonly main?: Action | undefined;
  /** Of the title. */
  readonly className?: string;
  /** Further controls. */
  readonly children?: ComponentChildren;
}

/** Subtitle of an object that projects can share. */
export const AboutShared = ({ description, project }: { readonly description: string | null; readonly project: string | null }) => (
  <>
    {description && <span>{description}</span>}
    <span class={tagStyles.tag}>{project ?? 'all projects'}</span>
  </>
);

/** Heading of a page with its actions. */
export function PageHead({ title, part, about, main, className, children }: PageHeadProps) {
  return (
    <div class={styles.head}>
      <div class={styles.about}>
        <Title part={part} {...(className !== undefined && { className })}>
          {title}
        </Title>
        {about && <p class="dim">{about}</p>}
      </div>
      {(main || children) && (
        <div class={styles.actions}>
          {children}
          {main && <Button look="main" refused={main.refused} press={main.act} icon="plus" text={main.title} />}
        </div>
      )}
    </div>
  );
}
