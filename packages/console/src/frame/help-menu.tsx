import { formatFigure } from '../base/format.ts';
import { useSignal } from '@preact/signals';
import { Menu } from '../parts/layer/menu.tsx';
import { useAnswer, revision } from '../server/ask.ts';

/** Opens the list of shortcuts, in a script that loads on first use. */
export const openHelp = (): void => void import('./keyboard-help.tsx').then(({ showKeyboardHelp }) => showKeyboardHelp());

/** Pages outside the console that help, and the version of the server once it is known. */
export function useHelp(isShown: boolean) {
  const { data } = useAnswer('GET /api/admin/ui-config', {}, { when: isShown });
  return {
    links: [
      { title: 'Documentation', href: '/docs' },
      { title: 'API reference', href: '/docs/openapi' },
      ...(data?.supportUrl === undefined ? [] : [{ title: 'Support and feedback', href: data.supportUrl }]),
    ],
    version:
      data && [`Signalbox ${data.version}`, ...(revision.value === null ? [] : [`revision ${formatFigure(revision.value)}`])].join(', '),
  };
}

/** Documentation, shortcuts, support and the version. */
export function HelpMenu() {
  const wasOpened = useSignal(false);
  const { links, version } = useHelp(wasOpened.value);
  return (
    <Menu
      label="Help"
      icon="help"
      opened={() => (wasOpened.value = true)}
      choices={[...links, { title: 'Keyboard shortcuts', press: openHelp }]}
      note={version}
    />
  );
}
