import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { describeReach } from '../../base/reach.ts';
import { Select } from '../../parts/form/select.tsx';
import { openLayer } from '../../parts/layer/layers.tsx';
import { describeStrategy, type Phrase } from '../../parts/strategy/sentence.ts';
import { SentenceLine } from '../../parts/strategy/sentence-line.tsx';
import { calledBy } from '../strategy/strategy-draft.ts';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import type { ShownEnvironment } from './state/use-feature.ts';
import { describeVariant } from './use-variants.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';
import * as styles from './feature.module.css';

const maxCompared = 4;

interface CompareProps {
  readonly environments: readonly ShownEnvironment[];
  /** The names of those that are compared first. */
  readonly first: readonly string[];
}

/** Opens the comparison of a feature in two to four environments. */
export const openCompare = (feature: string, props: CompareProps): void =>
  openLayer({ title: `Compare ${feature} in environments`, isWide: true, draw: () => <Compare {...props} /> });

function Compare({ environments, first }: CompareProps) {
  const names = useSignal(first);
  const compared = names.value.flatMap((name) => environments.find((environment) => environment.name === name) ?? []);
  const others = environments.filter(({ name }) => !names.value.includes(name)).map(({ name }) => name);
  return (
    <>
      <p class={styles.compared}>
        {names.value.map((name, index) => (
          <Select
            key={index}
            label={`Environment ${index + 1}`}
            value={name}
            choices={[name, ...others]}
            change={(next) => (names.value = names.value.with(index, next))}
          />
        ))}
        {names.value.length > 2 && <Button press={() => (names.value = names.value.slice(0, -1))} text="Remove the last" />}
        {names.value.length < maxCompared && others[0] !== undefined && (
          <Button press={() => (names.value = [...names.value, others[0] ?? ''])} text="Add environment" />
        )}
      </p>
      <Comparison environments={compared} />
    </>
  );
}

/** One line of the comparison: the same fact of each environment, as text and as it is shown. */
interface Fact {
  readonly title: string;
  readonly texts: readonly string[];
  readonly shown?: readonly ComponentChildren[];
}

function Comparison({ environments }: { readonly environments: readonly ShownEnvironment[] }) {
  return (
    <table class={dataTableStyles.data}>
      <thead>
        <tr>
          <th>Differences</th>
          {environments.map(({ name }) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {useFacts(environments).map(({ title, texts, shown = texts }) => (
          <tr key={title} class={new Set(texts).size > 1 ? styles.differs : undefined}>
            <td>
              {title} {new Set(texts).size > 1 && <span class={tagStyles.caution}>differs</span>}
            </td>
            {environments.map(({ name }, index) => (
              <td key={name} data-label={name}>
                {shown[index] || 'none'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useFacts(environments: readonly ShownEnvironment[]): readonly Fact[] {
  const segmentName = useSegmentNames();
  const max = Math.max(...environments.map(({ strategies }) => strategies.length));
  const sentence = (phrases: readonly Phrase[]) => phrases.map(({ text }) => text).join(' ');
  return [
    { title: 'State', texts: environments.map(({ enabled }) => (enabled ? 'On' : 'Off')) },
    { title: 'Reach', texts: environments.map(({ reach, enabled }) => (reach ? describeReach(reach, enabled) : '')) },
    ...Array.from({ length: max }, (_, index) => {
      const strategies = environments.map((environment) => environment.strategies[index]);
      const words = strategies.map((strategy) => strategy && describeStrategy(strategy, segmentName));
      const names = strategies.map((strategy) => strategy && `${calledBy(strategy)}${strategy.disabled ? ', turned off' : ''}`);
      return {
        title: `Strategy ${index + 1}`,
        texts: words.map((phrases, column) => (phrases ? `${names[column]} ${sentence(phrases)}` : '')),
        shown: words.map(
          (phrases, column) => phrases && [<b key="name">{names[column]}</b>, <SentenceLine key="words" phrases={phrases} />],
        ),
      };
    }),
    { title: 'Variants', texts: environments.map(({ variants = [] }) => variants.map(describeVariant).join('; ')) },
  ];
}
