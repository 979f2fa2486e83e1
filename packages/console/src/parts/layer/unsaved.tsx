import { useLayoutEffect, useRef } from 'preact/hooks';
import { openLayer } from './layers.tsx';
import { Button } from '../mark/button.tsx';

/** An open editor whose changes would be lost. */
interface Unsaved {
  /** Resolves to false if the changes could not be saved. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

const open = new Set<Unsaved>();
/** The address of the open editors. */
let home = '';

const here = (): string => location.pathname + location.search;

/** Asks before the page is left while an editor has changes. */
export function useUnsaved(isChanged: boolean, editor: Unsaved): void {
  const latest = useRef(editor);
  latest.current = editor;
  useLayoutEffect(() => {
    if (!isChanged) return undefined;
    const entry: Unsaved = { save: () => latest.current.save(), discard: () => latest.current.discard() };
    open.add(entry);
    home = here();
    return () => void open.delete(entry);
  }, [isChanged]);
}

/** Navigates, after asking if changes would be lost. */
export function leave(go: () => void): void {
  if (open.size === 0) go();
  else openLayer({ title: 'Leave without saving?', draw: (close) => <Question go={go} close={close} /> });
}

function Question({ go, close }: { readonly go: () => void; readonly close: () => void }) {
  const save = async () => {
    const saved = await Promise.all([...open].map((editor) => editor.save()));
    close();
    if (saved.every(Boolean)) go();
  };
  const discard = () => {
    for (const editor of open) editor.discard();
    open.clear();
    close();
    go();
  };
  return (
    <>
      <p>Your changes on this page are not saved yet.</p>
      <footer>
        <Button look="button" press={close} text="Stay" />
        <Button look="button" press={discard} text="Discard" />
        <Button look="main" press={() => void save()} text="Save and leave" />
      </footer>
    </>
  );
}

/** Holds back links, the history and closing the tab while an editor has changes. Called once, before the router listens. */
export function guardUnsaved(): void {
  document.addEventListener('click', holdLink, { capture: true });
  addEventListener('popstate', holdHistory);
  addEventListener('beforeunload', (event) => open.size > 0 && event.preventDefault());
}

function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (open.size === 0 || !link || !leads(link) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  leave(() => (link.isConnected ? link.click() : location.assign(link.href)));
}

/** True unless the link stays on the page or opens elsewhere. */
const leads = (link: HTMLAnchorElement): boolean =>
  link.origin === location.origin && link.target === '' && !link.hasAttribute('download') && link.pathname + link.search !== here();

/** The browser has already moved, so this restores the address and moves again once the user agrees. */
function holdHistory(event: PopStateEvent): void {
  if (open.size === 0 || here() === home) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', home);
  leave(() => history.back());
}
