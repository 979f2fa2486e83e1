import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { pageTexts } from '../texts.ts';
import { paletteTexts } from './texts.ts';
import type { Call } from '../../server/call.ts';
import { curlOf } from '../../server/curl.ts';
import type { PaletteItem } from './palette-item.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as styles from './palette.module.css';
import * as tagStyles from '../../parts/tag.module.css';

interface ItemListProps {
  readonly label: string;
  readonly typed: Signal<string>;
  readonly items: readonly PaletteItem[];
  /** Whether the items answer what was typed; Enter waits for those that do. */
  readonly isCurrent: boolean;
  /** Keys that were pressed before the list was there, or while an Enter waits for what answers the text: they count after it. */
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  /** Leads to where one was before; undefined where this is the first list. */
  readonly back?: () => void;
  readonly note?: string | undefined;
}

/** A field above a list of which one item is chosen: the pattern of a combobox whose list is always open (WAI-ARIA). */
export function ItemList({ label, typed, items, isCurrent, ahead, choose, back, note }: ItemListProps) {
  const at = useSignal(0);
  const said = useSignal<Said | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const text = typed.value;
  const digit = items.findIndex((item) => String(item.digit) === text);
  const index = digit === -1 ? Math.min(at.value, items.length - 1) : digit;
  const item = items[index];
  const go = (chosen: PaletteItem | undefined) => {
    if (!chosen) return;
    if (chosen.refused === undefined) choose(chosen);
    else said.value = { text: chosen.refused, isRefused: true };
  };
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    at.value = 0;
    said.value = null;
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
        onKeyDown={(event) => {
          const later = () => (ahead.value = [...ahead.value, event.key]);
          const isLater = ahead.value.length > 0 && event.key.length === 1;
          const press = event.isComposing ? undefined : isLater ? later : keys[event.key];
          if (!press) return;
          event.preventDefault();
          event.stopPropagation();
          press();
        }}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={paletteTexts.results}>
        {items.map((each, position) => (
          <Item
            key={each.key}
            id={`${id}-${position}`}
            item={each}
            isAt={position === index}
            point={() => (at.value = position)}
            choose={() => go(each)}
          />
        ))}
      </ul>
      {items.length === 0 && isCurrent && <p class="dim">{paletteTexts.nothing(text)}</p>}
      {note && <p class="dim">{note}</p>}
      <p class={said.value?.isRefused ? '' : 'dim'} role={said.value?.isRefused ? 'alert' : 'status'}>
        {said.value?.text}
      </p>
      <footer>
        {back && (
          <button type="button" class={buttonStyles.small} onClick={back}>
            {paletteTexts.back}
          </button>
        )}
        <button
          type="button"
          class={`${buttonStyles.small} ${buttonStyles.quiet} ${styles.end}`}
          aria-disabled={item?.call === undefined}
          title={item?.call ? undefined : paletteTexts.notVerb}
          onClick={() => item?.call && void copyCall(item.call).then((text) => (said.value = { text, isRefused: false }))}
        >
          {paletteTexts.copyCurl}
        </button>
      </footer>
    </div>
  );
}

/** What is said in the palette itself: what is below it can be neither seen nor heard. */
interface Said {
  readonly text: string;
  readonly isRefused: boolean;
}

async function copyCall(call: Call): Promise<string> {
  const line = await curlOf(call);
  return Promise.try(() => navigator.clipboard.writeText(line)).then(
    () => paletteTexts.copied,
    () => pageTexts.feature.notCopied,
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
      <span class={tagStyles.tag}>{paletteTexts.kinds[kind]}</span>
      {digit !== undefined && <kbd>{digit}</kbd>}
      {keys?.split(' ').map((key) => (
        <kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</kbd>
      ))}
    </li>
  );
}
