import { useId } from 'preact/hooks';
import type { Call } from '../../server/call.ts';
import { curlOf } from '../../server/curl.ts';
import type { PaletteItem } from './palette-item.ts';
import { type ItemListProps, useItemList } from './use-item-list.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as styles from './palette.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';
import { notCopied } from '../feature/copy-text.ts';
import { itemKinds } from './palette-item.ts';

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
  <Button
    class={`${buttonStyles.small} ${buttonStyles.quiet} ${styles.end}`}
    press={() => void copyCall(call).then(showMessage)}
    text="Copy as curl"
  />
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
