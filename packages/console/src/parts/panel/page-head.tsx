import type { ComponentChildren } from 'preact';
import type { Action } from '../list/data-table.tsx';
import { Icon } from '../mark/icon.tsx';
import { Title } from '../mark/title.tsx';
import { Button } from '../mark/button.tsx';
import * as buttonStyles from '../mark/button.module.css';
import * as styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: ComponentChildren;
  /** The part of the page that is shown, for the title of the window. */
  readonly part?: string;
  readonly about?: string;
  readonly main?: Action | undefined;
}

/** Heading of a page with its main action. */
export function PageHead({ title, part, about, main }: PageHeadProps) {
  return (
    <div class={styles.head}>
      <div>
        <Title part={part}>{title}</Title>
        {about && <p class="dim">{about}</p>}
      </div>
      {main && (
        <div class={styles.actions}>
          <Button class={buttonStyles.main} refused={main.refused} press={main.act}>
            <Icon name="plus" />
            {main.title}
          </Button>
        </div>
      )}
    </div>
  );
}
