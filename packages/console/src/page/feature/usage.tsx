import { formatFigure } from '../../base/format.ts';
import { useLocation } from 'preact-iso/router';
import { applicationHref } from '../../frame/address.ts';
import { LinkChoice } from './link-choice.tsx';
import { EnvironmentTabs } from './environment-tabs.tsx';
import { Evaluations } from './evaluations.tsx';
import { applicationsOf, type Counted, type GroupName, type RangeName, usageGroups, usageRanges } from './usage-counts.ts';
import { useChosen, useEnvironments, type ReadFeature } from './state/use-feature.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import { KeyLink } from '../../parts/mark/key-link.tsx';

const rangeNames = Object.keys(usageRanges) as RangeName[];

const shortRanges = { '24h': '24 h', '7d': '7 d', '30d': '30 d', '90d': '90 d' };

const groups = { result: 'On and off', variant: 'Variant', application: 'Application' };

/** Evaluations over time by result, variant or application. The address has the period and the group. */
export function Usage({ detail }: ReadFeature) {
  const environments = useEnvironments(detail);
  const chosen = useChosen(environments);
  const { query } = useLocation();
  const range = rangeNames.find((name) => name === query['range']) ?? '24h';
  const group = usageGroups.find((name) => name === query['by']) ?? 'result';
  if (!chosen) return null;
  return (
    <>
      <EnvironmentTabs environments={environments} chosen={chosen.name} />
      <Evaluations
        feature={detail.name}
        environment={chosen.name}
        range={range}
        group={group}
        below={(counted) => <Applications counted={counted} />}
      >
        <LinkChoice<GroupName> label="Count by" name="by" chosen={group} titles={groups} />
        <LinkChoice<RangeName> label="Period" name="range" chosen={range} titles={shortRanges} />
      </Evaluations>
    </>
  );
}

type Total = ReturnType<typeof applicationsOf>[number];

/** The applications that evaluated the feature; several with their share of all evaluations. */
function Applications({ counted }: { readonly counted: readonly Counted[] }) {
  const all = applicationsOf(counted);
  const total = all.reduce((sum, { yes, no }) => sum + yes + no, 0);
  return (
    <DataTable
      label="Evaluations by application"
      rows={all}
      columns={[
        { title: 'Application', cell: ({ name }) => <KeyLink href={applicationHref(name)} text={name} /> },
        { title: 'On', cell: ({ yes }) => formatFigure(yes) },
        { title: 'Off', cell: ({ no }) => formatFigure(no) },
        ...(all.length > 1
          ? [{ title: 'Share', cell: ({ yes, no }: Total) => `${Math.round((100 * (yes + no)) / Math.max(1, total))}%` }]
          : []),
      ]}
    />
  );
}
