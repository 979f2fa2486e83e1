import { type ComponentChildren, toChildArray } from 'preact';
import { Button } from '../../../parts/mark/button.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import { type DescribedSafeguard, describeSafeguard } from './describe-safeguard.ts';
import * as styles from './safeguard.module.css';

interface SafeguardListProps {
  readonly heading: 'h2' | 'h3';
  /** Reason why the user cannot write safeguards, if any. */
  readonly refused: string | undefined;
  readonly add: () => void;
  readonly children: ComponentChildren;
}

/** The safeguards of a release plan or a template. */
export const SafeguardList = ({ heading: Heading, refused, add, children }: SafeguardListProps) => (
  <section class={styles.safeguards} aria-label="Safeguards">
    <header>
      <Heading>Safeguards</Heading>
      <Button refused={refused} press={add} icon="plus" text="Add safeguard" />
    </header>
    {toChildArray(children).length === 0 && (
      <p class="dim">No safeguards. Add one to stop the release when a metric of your application gets worse.</p>
    )}
    <ul>{children}</ul>
  </section>
);

interface SafeguardLineProps {
  readonly safeguard: DescribedSafeguard;
  readonly refused: string | undefined;
  readonly edit: () => void;
  readonly remove: () => void;
  /** Its state, if it has one. */
  readonly children?: ComponentChildren;
}

/** A safeguard as a sentence, with its buttons. */
export const SafeguardLine = ({ safeguard, refused, edit, remove, children }: SafeguardLineProps) => (
  <div class={styles.line}>
    {children}
    <p>{describeSafeguard(safeguard)}</p>
    <span class={panelStyles.end}>
      {Object.entries({ Edit: edit, Delete: remove }).map(([text, press]) => (
        <Button
          key={text}
          look="quiet"
          size="small"
          aria-label={`${text} the safeguard on ${safeguard.impactMetric.metricName}`}
          refused={refused}
          press={press}
          text={text}
        />
      ))}
    </span>
  </div>
);
