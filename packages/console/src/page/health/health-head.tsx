import { healthTexts } from './texts.ts';
import { projectHref } from '../../frame/address.ts';
import { Title } from '../../parts/title.tsx';
import * as pageHeadStyles from '../../parts/page-head.module.css';
import * as tabsStyles from '../../parts/tabs.module.css';

const tabs = ['health', 'insights', 'archive'] as const;

/** Tabs for cleanup candidates, figures and archived features. */
export function HealthHead({ project, at }: { readonly project: string; readonly at: (typeof tabs)[number] }) {
  return (
    <>
      <div class={pageHeadStyles.head}>
        <div>
          <Title>{healthTexts.titles[at]}</Title>
          <p class="dim">{healthTexts.abouts[at]}</p>
        </div>
      </div>
      <nav class={tabsStyles.tabs} aria-label={healthTexts.parts}>
        {tabs.map((tab) => (
          <a key={tab} href={`${projectHref(project)}/${tab}`} aria-current={tab === at ? 'page' : undefined}>
            {healthTexts.titles[tab]}
          </a>
        ))}
      </nav>
    </>
  );
}
