import { projectHref } from '../../frame/address.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';

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
      <PageHead title={titles[at]} about={abouts[at]} />
      <Tabs
        label="Transfer sections"
        tabs={tabs.map((tab) => ({ href: `${projectHref(project)}/${tab}`, title: titles[tab], isCurrent: tab === at }))}
      />
    </>
  );
}
