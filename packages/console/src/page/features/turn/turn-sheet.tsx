import { formatFigure } from '../../../base/format.ts';
import { useSignal } from '@preact/signals';
import { Field } from '../../../parts/form/field.tsx';
import { Icon } from '../../../parts/mark/icon.tsx';
import { StatusDot } from '../../../parts/mark/status-dot.tsx';
import { openLayer } from '../../../parts/layer/layers.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { useAnswer } from '../../../server/ask.ts';
import { isDangerAbove } from './sheet-order.ts';
import { type FeatureInEnvironment, turn, turnOffInEmergency } from './turn.ts';
import { useProtected } from '../../../server/protection.ts';
import { useSending } from '../../../server/use-sending.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as styles from './turn-sheet.module.css';

/** Asks before turning a feature on. */
export const openTurnOn = (target: FeatureInEnvironment, pressed: HTMLElement): void => openSheet(target, { isOn: true, pressed });

/**
 * Asks before turning a feature off immediately, protected or not. Without the button that was pressed, the sheet was opened by keys: it then
 * also offers to propose the change, and Enter confirms.
 */
export const openTurnOff = (target: FeatureInEnvironment, pressed?: HTMLElement): void => openSheet(target, { isOn: false, pressed });

interface Opening {
  readonly isOn: boolean;
  /** The confirm button avoids its position. */
  readonly pressed: HTMLElement | undefined;
}

function openSheet(target: FeatureInEnvironment, { isOn, pressed }: Opening): void {
  const { top, height } = pressed?.getBoundingClientRect() ?? { top: 0, height: 0 };
  const isAbove = isDangerAbove(innerHeight - top - height / 2);
  openLayer({
    title: `Turn ${isOn ? 'on' : 'off'} ${target.feature} in ${target.environment}?`,
    isSheet: true,
    draw: (close) => <Turn {...{ target, isOn, isAbove, close }} isByKeys={pressed === undefined} />,
  });
}

/** The start page loads what it needs for an incident alone. */
const propose = async (target: FeatureInEnvironment, isOn: boolean): Promise<void> =>
  (await import('./propose-turn.ts')).proposeTurn(target, isOn);

interface TurnProps {
  readonly target: FeatureInEnvironment;
  readonly isOn: boolean;
  readonly isAbove: boolean;
  readonly isByKeys: boolean;
  readonly close: () => void;
}

function Turn({ target, isOn, isAbove, isByKeys, close }: TurnProps) {
  const isProtected = useProtected(target.project)?.has(target.environment);
  const isEmergency = isProtected === true && !isOn;
  const reason = useSignal('');
  const { isBusy, send } = useSending();
  async function go() {
    // Treat unknown protection as an emergency: in an unprotected environment the flag has no effect.
    if (isOn) await (isProtected ? propose(target, true) : turn(target, true));
    else await (isProtected === false ? turn(target, false) : turnOffInEmergency(target, reason.value.trim()));
    close();
  }
  const proposeOff = () => {
    close();
    void propose(target, false);
  };
  return (
    <div class={styles.turn} onKeyDown={(event) => event.repeat && event.preventDefault()}>
      <Effects target={target} isOn={isOn} isEmergency={isEmergency} />
      {isEmergency && (
        <Field
          label="Reason"
          hint="For example, an incident number. You can add it later."
          value={reason.value}
          change={(text) => (reason.value = text)}
        />
      )}
      <footer class={isAbove ? '' : styles.turned}>
        <Button
          look={isOn ? 'main' : 'danger'}
          size="tall"
          aria-busy={isBusy.value}
          autoFocus={isByKeys}
          press={() => void send(go)}
          text={isOn && isProtected ? proposeTitle(target) : `Turn ${isOn ? 'on' : 'off'} now`}
        />
        {isByKeys && isEmergency && <Button look="button" size="tall" press={proposeOff} text={proposeTitle(target)} />}
        <Button look="button" size="tall" press={close} text={`Keep it ${isOn ? 'off' : 'on'}`} />
      </footer>
    </div>
  );
}

const describeLoss = (yes: number, all: number) =>
  all === 0
    ? 'No evaluations in the past hour. After this, no one gets it.'
    : `${Math.round((100 * yes) / all)}% of evaluations get it now. After this, no one does.`;

const describeGain = (all: number, strategies: number) =>
  `Evaluations in the past hour: ${formatFigure(all)}. After this, ${strategies === 0 ? 'everyone gets it' : 'users who match its strategies get it'}.`;

const describeDependents = (names: readonly string[], isOn: boolean) =>
  names.length === 0
    ? 'No other feature depends on it.'
    : `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on it and ${isOn ? 'can be on again' : 'will also be off'}.`;

/** Affected evaluations, dependent features, and whether a review is needed afterwards. */
function Effects({
  target: { project, feature, environment },
  isOn,
  isEmergency,
}: Pick<TurnProps, 'target' | 'isOn'> & { readonly isEmergency: boolean }) {
  const { data, error } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}', {
    path: { projectId: project, featureName: feature },
    query: { with: 'reach' },
  });
  const own = data?.environments.find(({ name }) => name === environment);
  return (
    <ul class={styles.effects}>
      {own && (
        <li>
          {own.reach && <StatusDot reach={own.reach} />}
          <span>{isOn ? describeGain(own.yes + own.no, own.strategies.length) : describeLoss(own.yes, own.yes + own.no)}</span>
        </li>
      )}
      {(data ?? error) && (
        <li>
          <Icon name={data?.children.length === 0 ? 'tick' : 'alert'} />
          <span>{data ? describeDependents(data.children, isOn) : 'Couldn’t check which features depend on it.'}</span>
        </li>
      )}
      {isEmergency && (
        <li>
          <Icon name="lock" />
          <span>{environment} is protected. This counts as an emergency change and needs a review afterwards.</span>
        </li>
      )}
    </ul>
  );
}
