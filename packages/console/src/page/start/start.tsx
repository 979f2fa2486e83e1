import { startTexts } from './texts.ts';
import { ChangedLast } from './changed-last.tsx';
import { Favorites } from './favorites.tsx';
import { FindFeature } from './find-feature.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KillSwitches } from './kill-switches.tsx';
import { FirstProjects } from './first-projects.tsx';
import { EnvironmentChooser } from './shown-environment.tsx';
import { WaitingForYou } from './waiting.tsx';
import { Title } from '../../parts/title.tsx';
import * as pageHeadStyles from '../../parts/page-head.module.css';
import * as styles from './start.module.css';

/** The start page: what waits for the user and what changed, beside favorites, kill switches and projects. Empty panels are left out. */
export const Start = () => (
  <>
    <div class={pageHeadStyles.head}>
      <Title>{startTexts.title}</Title>
    </div>
    <FindFeature />
    <div class={styles.home}>
      <div>
        <FirstSteps />
        <WaitingForYou />
      </div>
      <div class={styles.side}>
        <EnvironmentChooser />
        <Favorites />
        <KillSwitches />
        <FirstProjects />
      </div>
      <div>
        <ChangedLast />
      </div>
    </div>
  </>
);
