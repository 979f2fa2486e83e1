import { transferTexts } from './texts.ts';
import { projectHref } from '../../frame/address.ts';
import { Title } from '../../parts/title.tsx';
import * as pageHeadStyles from '../../parts/page-head.module.css';
import * as tabsStyles from '../../parts/tabs.module.css';

const tabs = ['promote', 'transfer'] as const;

/** Tabs for promotion, and for import and export. */
export function TransferHead({ project, at }: { readonly project: string; readonly at: (typeof tabs)[number] }) {
  return (
    <>
      <div class={pageHeadStyles.head}>
        <div>
          <Title>{transferTexts.titles[at]}</Title>
          <p class="dim">{transferTexts.abouts[at]}</p>
        </div>
      </div>
      <nav class={tabsStyles.tabs} aria-label={transferTexts.parts}>
        {tabs.map((tab) => (
          <a key={tab} href={`${projectHref(project)}/${tab}`} aria-current={tab === at ? 'page' : undefined}>
            {transferTexts.titles[tab]}
          </a>
        ))}
      </nav>
    </>
  );
}
