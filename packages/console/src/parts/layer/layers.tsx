import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

/** A dialog above the page. */
interface Layer {
  readonly title: string;
  /** Slides up from the bottom on a phone. */
  readonly isSheet?: boolean;
  /** Has room for two columns of fields. */
  readonly isWide?: boolean;
  /** `close` removes the layer. */
  readonly draw: (close: () => void) => ComponentChildren;
  /** Called after it was closed, whatever the cause. */
  readonly closed?: () => void;
}

interface OpenLayer extends Layer {
  readonly key: number;
}

const open = signal<readonly OpenLayer[]>([]);
let opened = 0;

/** Opens a dialog above the page and other open dialogs. */
export function openLayer(layer: Layer): void {
  opened += 1;
  open.value = [...open.value, { ...layer, key: opened }];
}

function closeLayer(layer: OpenLayer): void {
  if (!open.value.includes(layer)) return;
  open.value = open.value.filter((other) => other !== layer);
  layer.closed?.();
}

/** The open dialogs. Navigation closes them. */
export function Layers() {
  const { url } = useLocation();
  useEffect(() => () => open.value.forEach(closeLayer), [url]);
  return (
    <>
      {open.value.map((layer) => (
        <Dialog {...layer} key={layer.key} isOpen close={() => closeLayer(layer)}>
          {layer.draw(() => closeLayer(layer))}
        </Dialog>
      ))}
    </>
  );
}
