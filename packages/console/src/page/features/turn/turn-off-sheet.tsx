import { useSignal } from '@preact/signals';
import { showToast, showError, showToastWithLink } from '../../../parts/toast.tsx';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { StatusDot } from '../../../parts/status-dot.tsx';
import { openLayer } from '../../../parts/layers.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { Refused } from '../../../server/refusal.ts';
import { ask } from '../../../server/request.ts';
import { turnTexts } from './texts.ts';
import { isDangerAbove } from './sheet-order.ts';
import { type FeatureInEnvironment, turn } from './turn.ts';
import { useProtected } from '../../../server/protection.ts';
import { partsTexts } from '../../../parts/texts.ts';
import * as buttonStyles from '../../../parts/button.module.css';
import * as styles from './turn-off-sheet.module.css';

/**
 * Asks before turning a feature off immediately, protected or not. `pressed` is the button whose position the confirm button must avoid.
 */
export function openTurnOff(target: FeatureInEnvironment, pressed: HTMLElement): void {
  const { top, height } = pressed.getBoundingClientRect();
  const isAbove = isDangerAbove(innerHeight - top - height / 2);
  openLayer({
    title: turnTexts.off.title(target.feature, target.environment),
    isSheet: true,
    draw: (close) => <TurnOff target={target} isAbove={isAbove} close={close} />,
  });
}

interface TurnOffProps {
  readonly target: FeatureInEnvironment;
  readonly isAbove: boolean;
  readonly close: () => void;
}

function TurnOff({ target, isAbove, close }: TurnOffProps) {
  const isEmergency = useProtected(target.project)?.has(target.environment);
  const reason = useSignal('');
  const isBusy = useSignal(false);
  async function go() {
    if (isBusy.value) return;
    isBusy.value = true;
    // Treat unknown protection as an emergency: in an unprotected environment the flag has no effect.
    await (isEmergency === false ? turn(target, false) : turnOffInEmergency(target, reason.value.trim()));
    close();
  }
  return (
    <div class={styles.turnOff}>
      <Losses target={target} isEmergency={isEmergency ?? false} />
      {isEmergency && (
        <Field label={partsTexts.reason} hint={turnTexts.off.reasonHint} value={reason.value} change={(text) => (reason.value = text)} />
      )}
      <footer class={isAbove ? '' : styles.turned}>
        <button type="button" class={`${buttonStyles.danger} ${buttonStyles.tall}`} aria-busy={isBusy.value} onClick={() => void go()}>
          {turnTexts.off.submit}
        </button>
        <button type="button" class={buttonStyles.tall} onClick={close}>
          {turnTexts.off.keepOn}
        </button>
      </footer>
    </div>
  );
}

/** Affected evaluations, dependent features, and whether a review is needed afterwards. */
function Losses({
  target: { project, feature, environment },
  isEmergency,
}: Pick<TurnOffProps, 'target'> & { readonly isEmergency: boolean }) {
  const { data, error } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}', {
    path: { projectId: project, featureName: feature },
    query: { with: 'reach' },
  });
  const own = data?.environments.find(({ name }) => name === environment);
  return (
    <ul class={styles.losses}>
      {own && (
        <li>
          {own.reach && <StatusDot reach={own.reach} />}
          <span>{turnTexts.off.loses(own.yes, own.yes + own.no)}</span>
        </li>
      )}
      {(data ?? error) && (
        <li>
          <Icon name={data?.children.length === 0 ? 'tick' : 'alert'} />
          <span>{data ? turnTexts.off.dependents(data.children) : turnTexts.off.dependentsUnknown}</span>
        </li>
      )}
      {isEmergency && (
        <li>
          <Icon name="lock" />
          <span>{turnTexts.off.isEmergency(environment)}</span>
        </li>
      )}
    </ul>
  );
}

async function turnOffInEmergency({ project, feature, environment }: FeatureInEnvironment, reason: string): Promise<void> {
  try {
    await ask('POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off', {
      path: { projectId: project, featureName: feature, environment },
      query: { emergency: true },
      ...(reason && { reason }),
    });
    if (reason) showToast(turnTexts.turned(feature, environment, false));
    else showToastWithLink(turnTexts.off.offBy(feature, environment), { title: turnTexts.off.toStart, href: '/' });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
  await askAgain();
}
