import { projectHref } from '../../frame/address.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';

const tabs = ['health', 'insights', 'archive'] as const;

const titles = { health: 'Health', insights: 'Insights', archive: 'Archive' };

const abouts = {
  health: 'Features that are ready to be cleaned up, with the evidence.',
  insights: 'How features of this project move from creation to removal.',
  archive: 'Features that are no longer in use. They evaluate to off for every application.',
};

/** Tabs for cleanup candidates, figures and archived features. */
export function HealthHead({ project, at }: { readonly project: string; readonly at: (typeof tabs)[number] }) {
  return (
    <>
      <PageHead title={titles[at]} about={abouts[at]} />
      <Tabs
        label="Health sections"
        tabs={tabs.map((tab) => ({ href: `${projectHref(project)}/${tab}`, title: titles[tab], isCurrent: tab === at }))}
      />
    </>
  );
}
