import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface SdkListProps {
  /** As `name:version`. */
  readonly sdks: readonly string[];
  readonly outdated: readonly string[];
}

/** SDKs with their versions. Outdated ones are marked. */
export function SdkList({ sdks, outdated }: SdkListProps) {
  if (sdks.length === 0) return <span class="dimmer">not reported</span>;
  return (
    <span class={badgeStyles.choice}>
      {sdks.map((sdk) => (
        <span key={sdk}>
          {sdk.replace(':', ' ')} {outdated.includes(sdk) && <span class={tagStyles.caution}>outdated</span>}
        </span>
      ))}
    </span>
  );
}
