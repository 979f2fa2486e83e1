import { useId, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Call } from '../../server/call.ts';
import { curlOf } from '../../server/curl.ts';
import { type PaletteItem, itemKinds } from './palette-item.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as styles from './palette.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';
import { notCopied } from '../feature/copy-text.ts';
import { type Signal, useSignal } from '@preact/signals';
import { hasModifier } from '../../base/keys.ts';

/** A field above a list with one selected item: the WAI-ARIA combobox pattern with a list that is always open. */
export function ItemList(props: ItemListProps) {
  const { label, typed, items, isCurrent, back, note } = props;
  const { text, item, index, message, input, list, go, press, point } = useItemList(props);
  const id = useId();
  return (
    <div id="palette" class={styles.palette}>
      <input
        ref={input}
        type="text"
        role="combobox"
        autoFocus
        autoComplete="off"
        spellcheck={false}
        maxLength={200}
        aria-label={label}
        placeholder={label}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={item ? `${id}-${index}` : undefined}
        value={text}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onKeyDown={press}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label="Results">
        {items.map((each, position) => (
          <Item
            key={each.key}
            id={`${id}-${position}`}
            item={each}
            isAt={position === index}
            point={() => point(position)}
            choose={() => go(each)}
          />
        ))}
      </ul>
      {items.length === 0 && isCurrent && <p class="dim">Nothing matches “{text}”</p>}
      {note && <p class="dim">{note}</p>}
      <p class={message.value?.isRefused ? '' : 'dim'} role={message.value?.isRefused ? 'alert' : 'status'}>
        {message.value?.text}
      </p>
      <footer>
        {back && <Button press={back} text="Back" />}
        {item?.call && <CopyCurl call={item.call} showMessage={(text) => (message.value = { text, isRefused: false })} />}
      </footer>
    </div>
  );
}

interface CopyCurlProps {
  readonly call: Call;
  /** Receives a message about the last action. */
  readonly showMessage: (text: string) => void;
}

const CopyCurl = ({ call, showMessage }: CopyCurlProps) => (
  <Button look="quiet" size="small" className="end" press={() => void copyCall(call).then(showMessage)} text="Copy as curl" />
);

async function copyCall(call: Call): Promise<string> {
  const line = await curlOf(call);
  return Promise.try(() => navigator.clipboard.writeText(line)).then(
    () => 'Copied. Replace TOKEN with an API token before you run it.',
    () => notCopied,
  );
}

interface ItemProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly isAt: boolean;
  readonly point: () => void;
  readonly choose: () => void;
}

function Item({ id, item, isAt, point, choose }: ItemProps) {
  const { kind, title, detail, keys, digit, refused } = item;
  return (
    <li
      id={id}
      role="option"
      aria-selected={isAt}
      aria-disabled={refused !== undefined}
      onMouseMove={point}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <span class={kind === 'feature' ? 'mono' : ''}>{title}</span>
      {(refused ?? detail) && <small>{refused ?? detail}</small>}
      <span class={`${tagStyles.tag} ${styles.kind}`}>{itemKinds[kind]}</span>
      {digit !== undefined && <kbd>{digit}</kbd>}
      {keys?.split(' ').map((key) => (
        <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
      ))}
    </li>
  );
}

/** A message inside the palette, because the dialog hides the rest of the page from screen readers. */
interface Message {
  readonly text: string;
  readonly isRefused: boolean;
}

interface ItemListProps {
  readonly label: string;
  readonly typed: Signal<string>;
  readonly items: readonly PaletteItem[];
  /** Whether the items match the current text. Enter waits until they do. */
  readonly isCurrent: boolean;
  /** Keys pressed before the list was ready, or while Enter waits for results. They are handled afterwards. */
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  /** Returns to the previous list; undefined for the first list. */
  readonly back?: () => void;
  readonly note?: string | undefined;
}

/** State of the list: selected item, key handling and messages. */
function useItemList({ typed, items, isCurrent, ahead, choose, back }: ItemListProps) {
  const at = useSignal(0);
  const message = useSignal<Message | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const text = typed.value;
  const digit = items.findIndex((item) => String(item.digit) === text);
  const index = digit === -1 ? Math.min(at.value, items.length - 1) : digit;
  const item = items[index];
  const go = (chosen: PaletteItem | undefined) => {
    if (!chosen) return;
    if (chosen.refused === undefined) choose(chosen);
    else message.value = { text: chosen.refused, isRefused: true };
  };
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    at.value = 0;
    message.value = null;
  }, [text]);
  useEffect(() => {
    const written = ahead.value.slice(0, ahead.value.includes('Enter') ? ahead.value.indexOf('Enter') : undefined);
    const [enter, ...rest] = ahead.value.slice(written.length);
    if (written.length > 0) {
      typed.value += written.join('');
      ahead.value = enter === undefined ? [] : [enter, ...rest];
    } else if (enter !== undefined && isCurrent && text === typed.value) {
      ahead.value = item === undefined ? [] : rest;
      go(item);
    }
  }, [isCurrent, ahead.value, item, text]);
  useEffect(() => list.current?.children[index]?.scrollIntoView({ block: 'nearest' }), [index, items.length]);
  const move = (step: number) => (at.value = (index + step + items.length) % Math.max(1, items.length));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (ahead.value = [...ahead.value, 'Enter']),
    ...(back && { Escape: back }),
    ...(back && text === '' && { Backspace: back }),
  };
  const press = (event: KeyboardEvent) => {
    const later = () => (ahead.value = [...ahead.value, event.key]);
    const isLater = ahead.value.length > 0 && event.key.length === 1;
    const act = event.isComposing || hasModifier(event) ? undefined : isLater ? later : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { text, item, index, message, input, list, go, press, point: (position: number) => (at.value = position) };
}
