import { projectHref } from '../../frame/address.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { Title } from '../../parts/mark/title.tsx';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';

const tabs = ['promote', 'transfer'] as const;

const titles = { promote: 'Promote', transfer: 'Import and export' };

const abouts = {
  promote: 'Copy feature configuration from one environment to another, after reviewing the differences.',
  transfer: 'Export features of one environment to a file, or import them from another server.',
};

/** Tabs for promotion, and for import and export. */
export function TransferHead({ project, at }: { readonly project: string; readonly at: (typeof tabs)[number] }) {
  return (
    <>
      <div class={pageHeadStyles.head}>
        <div>
          <Title>{titles[at]}</Title>
          <p class="dim">{abouts[at]}</p>
        </div>
      </div>
      <Tabs
        label="Transfer sections"
        tabs={tabs.map((tab) => ({ href: `${projectHref(project)}/${tab}`, title: titles[tab], isCurrent: tab === at }))}
      />
    </>
  );
}
