import { useSignal } from '@preact/signals';
import { Menu } from '../parts/layer/menu.tsx';
import { useAnswer } from '../server/answer.ts';
import { revision } from '../server/request.ts';
import { openHelp } from './keyboard-help.tsx';
import { frameTexts } from './texts.ts';

const texts = frameTexts.help;

/** Pages outside the console that help, and the version of the server once it is known. */
export function useHelp(isShown: boolean) {
  const { data } = useAnswer('GET /api/admin/ui-config', {}, { when: isShown });
  return {
    links: [
      { title: texts.documentation, href: '/docs' },
      { title: texts.api, href: '/docs/openapi' },
      ...(data?.supportUrl === undefined ? [] : [{ title: texts.support, href: data.supportUrl }]),
    ],
    version: data && texts.version(data.version, revision.value),
  };
}

/** Documentation, shortcuts, support and the version. */
export function HelpMenu() {
  const wasOpened = useSignal(false);
  const { links, version } = useHelp(wasOpened.value);
  return (
    <Menu
      label={texts.title}
      icon="help"
      opened={() => (wasOpened.value = true)}
      choices={[...links, { title: frameTexts.keys.title, press: openHelp }]}
      note={version}
    />
  );
}
