import { healthTexts } from './texts.ts';
import { projectHref } from '../../frame/address.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { Title } from '../../parts/mark/title.tsx';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';

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
      <Tabs
        label={healthTexts.parts}
        tabs={tabs.map((tab) => ({ href: `${projectHref(project)}/${tab}`, title: healthTexts.titles[tab], isCurrent: tab === at }))}
      />
    </>
  );
}
