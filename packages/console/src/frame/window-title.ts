import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { faviconOf } from '../base/favicon.ts';
import { pageTitle } from '../parts/mark/title.tsx';
import { useProjectName } from '../server/session.ts';
import { useUnread } from './bell.tsx';
import { useAddress } from './page.ts';
import { useWaiting } from './section-link.tsx';

/** The project of the page, and the number of unread notifications, or of other items that wait for the user. */
const titleContext = signal<{ readonly project: string | null; readonly waiting: number }>({ project: null, waiting: 0 });

/** Keeps the title and the icon of the window current: page, part, project, product. */
export function followTitle(): void {
  effect(() => {
    const { project, waiting } = titleContext.value;
    const { text, part } = pageTitle.value ?? {};
    const names = [text, part, project].filter(Boolean).join(' · ');
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${names === '' ? 'Signalbox' : `${names} – Signalbox`}`;
    document.querySelector('link[rel="icon"]')?.setAttribute('href', faviconOf(waiting > 0));
  });
}

/** Adds the project and the waiting items to the title while the frame is shown. */
export function useTitleContext(): void {
  const { project: id } = useAddress();
  const nameOf = useProjectName();
  const project = id === null ? null : nameOf(id);
  const requests = useWaiting();
  const waiting = useUnread() || requests;
  useEffect(() => {
    titleContext.value = { project, waiting };
    return () => (titleContext.value = { project: null, waiting: 0 });
  }, [project, waiting]);
}
