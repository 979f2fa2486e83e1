import { transferTexts } from './texts.ts';
import { projectHref } from '../../frame/address.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { Title } from '../../parts/mark/title.tsx';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';

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
      <Tabs
        label={transferTexts.parts}
        tabs={tabs.map((tab) => ({ href: `${projectHref(project)}/${tab}`, title: transferTexts.titles[tab], isCurrent: tab === at }))}
      />
    </>
  );
}
