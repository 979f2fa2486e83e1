import type { ComponentChildren } from 'preact';
import type { Action } from '../list/data-table.tsx';
import { Menu, type MenuChoice } from '../layer/menu.tsx';
import { isPhone } from '../layer/phone.ts';
import { Title } from '../mark/title.tsx';
import { Button, ButtonLink, type Look } from '../mark/button.tsx';
import type { IconName } from '../mark/icon.tsx';
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
  /** Further buttons. */
  readonly actions?: readonly HeadAction[];
  /** Rare actions, in a menu. */
  readonly more?: readonly MenuChoice[];
  /** Another main button. */
  readonly children?: ComponentChildren;
}

export type HeadAction = MenuChoice & {
  readonly look?: Look;
  readonly icon?: IconName;
  /** Shows only the icon. */
  readonly isIcon?: true;
  /** Explains the button. */
  readonly about?: string;
};

/** Subtitle of an object that projects can share. */
export const AboutShared = ({ description, project }: { readonly description: string | null; readonly project: string | null }) => (
  <>
    {description && <span>{description}</span>}
    <span class={tagStyles.tag}>{project ?? 'all projects'}</span>
  </>
);

/** Number of controls in a head from which they become one menu on a phone. */
const tooMany = 3;

/** Heading of a page with its actions. */
export function PageHead({ title, part, about, main, className, actions = [], more = [], children }: PageHeadProps) {
  const isMenu = isPhone.value && actions.length + Math.min(1, more.length) >= tooMany;
  const buttons = isMenu ? actions.filter(({ look }) => look === 'main') : actions;
  const inMenu = [...actions.filter((action) => !buttons.includes(action)), ...more];
  return (
    <div class={styles.head}>
      <div class={styles.about}>
        <Title part={part} {...(className !== undefined && { className })}>
          {title}
        </Title>
        {about && <p class="dim">{about}</p>}
      </div>
      {(main || children || actions.length > 0 || more.length > 0) && (
        <div class={styles.actions}>
          {buttons.map((action) => (
            <HeadButton key={action.title} action={action} />
          ))}
          {inMenu.length > 0 && <Menu label="More actions" title="More" icon="down" choices={inMenu} />}
          {children}
          {main && <Button look="main" refused={main.refused} press={main.act} icon="plus" text={main.title} />}
        </div>
      )}
    </div>
  );
}

function HeadButton({ action: { look = 'button', ...action } }: { readonly action: HeadAction }) {
  if ('href' in action) return <ButtonLink look={look} href={action.href} text={action.title} />;
  const { title, isIcon = false, icon, about, refused, press, isOn } = action;
  return (
    <Button
      {...{ look, refused, press }}
      {...(icon && { icon })}
      title={about}
      aria-label={isIcon ? title : undefined}
      aria-pressed={isOn}
      text={isIcon ? undefined : title}
    />
  );
}
