import { openForm } from '../../../parts/form/value-form.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { draftIn, formOf, type SafeguardForm, safeguardIn } from '../../release-templates/safeguard/safeguard-form.tsx';
import type { Safeguard } from '../../../server/ask.ts';
import { type Target, write } from '../state/write.ts';
import { MetricChart } from './metric-chart.tsx';
import { setSafeguard } from './safeguard-writes.ts';

interface PlanForm extends SafeguardForm {
  readonly target: Target;
  readonly planId: string;
  readonly safeguard: Safeguard | null;
}

/** Opens the form of a safeguard of a release plan, with the chart of its metric. */
export const openSafeguardForm = ({ target, planId, ...form }: PlanForm): void =>
  openForm({
    ...formOf(form),
    submitTitle: target.protected ? proposeTitle(target) : 'Save safeguard',
    beside: (values) => <MetricChart safeguard={draftIn(values)} feature={target.feature} environment={target.environment} marks={[]} />,
    submit: (values) =>
      write(target, setSafeguard(target, planId, { ...(form.safeguard && { id: form.safeguard.id }), ...safeguardIn(values) })),
  });
