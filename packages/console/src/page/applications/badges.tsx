import * as badgeStyles from '../../parts/mark/badge.module.css';

/** Names of environments. */
export const Badges = ({ texts }: { readonly texts: readonly string[] }) => (
  <span class={badgeStyles.choice}>
    {texts.map((text) => (
      <span key={text} class={badgeStyles.badge}>
        {text}
      </span>
    ))}
  </span>
);
