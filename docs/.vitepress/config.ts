import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { defineConfig, type DefaultTheme, type MarkdownRenderer, type SiteConfig } from 'vitepress';

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number];

/** Pages by section, in reading order. A test reports pages that are missing here. */
const sections: readonly DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Start', link: '/start' },
      { text: 'Concepts', link: '/concepts' },
    ],
  },
  {
    text: 'Console',
    items: [
      { text: 'The console', link: '/console' },
      { text: 'Features', link: '/console/features' },
      { text: 'Releases', link: '/console/releases' },
      { text: 'Change requests', link: '/console/change-requests' },
      { text: 'Playground', link: '/console/playground' },
      { text: 'Applications', link: '/console/applications' },
      { text: 'Audit log', link: '/console/audit' },
      { text: 'Settings', link: '/console/settings' },
    ],
  },
  {
    text: 'Guides',
    items: [
      { text: 'Your first feature', link: '/guides/first-feature' },
      { text: 'Approvals', link: '/guides/approvals' },
      { text: 'Rules', link: '/guides/rules' },
      { text: 'Release plans', link: '/release-plans' },
      { text: 'Sign-on', link: '/guides/sign-on' },
      { text: 'SDKs', link: '/guides/sdks' },
      { text: 'OpenFeature', link: '/guides/openfeature' },
      { text: 'Command line', link: '/cli' },
      { text: 'Agents', link: '/agents' },
      { text: 'Code references and clean-up', link: '/code-references' },
      { text: 'Add-ons and webhooks', link: '/integrations' },
      { text: 'Send events to a SIEM', link: '/guides/siem' },
    ],
  },
  {
    text: 'Operate',
    items: [
      { text: 'Deploy', link: '/deployment' },
      { text: 'Operate', link: '/operate' },
      { text: 'Releases', link: '/releases' },
      { text: 'Relay', link: '/relay' },
      { text: 'Failures', link: '/failures' },
      { text: 'Capacity', link: '/capacity' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Long suites', link: '/long-suites' },
    ],
  },
  {
    text: 'Security',
    items: [
      { text: 'Hardening', link: '/hardening' },
      { text: 'Security model', link: '/security-model' },
    ],
  },
  {
    text: 'Migrate and compare',
    items: [
      { text: 'Migrate from Unleash', link: '/migrate-from-unleash' },
      { text: 'Compare', link: '/compare' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Settings', link: '/reference/settings' },
      { text: 'Events', link: '/reference/events' },
      { text: 'Metrics', link: '/reference/metrics' },
      { text: 'Permissions', link: '/reference/permissions' },
      { text: 'Protection', link: '/reference/protection' },
      { text: 'Command line', link: '/reference/cli/README' },
      { text: 'Change request states', link: '/reference/change-request-states' },
      { text: 'Compatibility', link: '/reference/compatibility' },
      { text: 'OpenFeature conformance', link: '/reference/openfeature-conformance' },
      { text: 'Decisions', link: '/decisions/README' },
    ],
  },
];

const styleToClass = transformerStyleToClass({ classPrefix: 'code-' });

/** The content security policy forbids inline styles. */
function alignByClass(token: { attrGet(name: string): string | null; attrs: [string, string][] | null }): void {
  const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? [];
  if (side !== undefined) token.attrs = [['class', `align-${side}`]];
}

const ofConsole = /(pictures\/console\/[\w-]+)\.jpg$/;

/** Adds the dark one to each picture of the console. The style sheet shows one of them, and browsers load no lazy picture that is hidden. */
function addDarkPictures(tokens: Token[]): Token[] {
  return tokens.flatMap((token) => {
    const source = token.attrGet('src') ?? '';
    if (!ofConsole.test(source)) return [token];
    const attributes = token.attrs?.map((pair) => [...pair]);
    const dark = Object.assign(Object.create(Object.getPrototypeOf(token) as object) as Token, token, { attrs: attributes });
    dark.attrSet('src', source.replace(ofConsole, '$1-dark.jpg'));
    for (const [picture, theme] of [[token, 'light'] as const, [dark, 'dark'] as const]) {
      picture.attrSet('class', `only-${theme}`);
      picture.attrSet('loading', 'lazy');
    }
    return [token, dark];
  });
}

/** Links to files outside this folder work in a checkout only, so pages show their text. */
function adapt(markdown: MarkdownRenderer): void {
  // Vue would evaluate `{{`.
  const render = markdown.render.bind(markdown);
  markdown.render = (source, env) => render(source, env).replaceAll('{{', '&#123;&#123;');
  markdown.core.ruler.push('unlink-outside', ({ tokens, env }) => {
    const isOutside = (href: string) => !/^[a-z]+:/.test(href) && normalize(join(dirname(env.relativePath), href)).startsWith('..');
    for (const token of tokens) {
      alignByClass(token);
      if (token.children) token.children = addDarkPictures(token.children);
    }
    for (const { children } of tokens) {
      let isUnlinked = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') isUnlinked = isOutside(token.attrGet('href') ?? '');
        if (!isUnlinked || !token.type.startsWith('link_')) continue;
        token.tag = 'span';
        token.attrs = null;
        token.type = token.type.replace('link', 'span');
      }
    }
  });
}

const description = 'Signalbox is a feature flag service that speaks the API of Unleash.';

/** Writes the Markdown of each page next to it, and `llms.txt`, which lists them for language models. */
async function writeTwins({ srcDir, outDir, pages }: SiteConfig): Promise<void> {
  for (const page of pages) {
    await mkdir(dirname(join(outDir, page)), { recursive: true });
    await copyFile(join(srcDir, page), join(outDir, page));
  }
  const lines = sections.flatMap(({ text, items = [] }) => [
    `\n## ${text}\n`,
    ...items.map((item) => `- [${item.text}](/docs${item.link}.md)`),
  ]);
  await writeFile(
    join(outDir, 'code.css'),
    `${styleToClass.getCSS()}.vp-doc .align-right{text-align:right}.vp-doc .align-center{text-align:center}.dark .only-light,:root:not(.dark) .only-dark{display:none}.vp-doc [class*="language-"] pre code{white-space:pre-wrap;overflow-wrap:anywhere}`,
  );
  await writeFile(join(outDir, 'llms.txt'), `# Signalbox\n\n> ${description}\n${lines.join('\n')}\n`);
}

export default defineConfig({
  title: 'Signalbox',
  description,
  base: '/docs/',
  cleanUrls: true,
  head: [
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
    ['link', { rel: 'icon', href: 'data:,' }],
  ],
  // The content security policy forbids inline styles. Those of the generator have no effect before scripts run.
  transformHtml: (page) => page.replaceAll(/(<[^>]*) style="[^"]*"/g, '$1'),
  // In a separate file, because the content security policy allows no inline script that differs between pages.
  metaChunk: true,
  // The check of links in all pages is a test of the repository, which also knows files outside this folder.
  ignoreDeadLinks: true,
  vite: { logLevel: 'warn', build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 3000 } },
  markdown: {
    // Classes take the place of inline styles, which the content security policy forbids.
    theme: { light: 'github-light', dark: 'github-dark' },
    codeTransformers: [styleToClass],
    config: adapt,
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/first-feature', activeMatch: '/guides/' },
      { text: 'Operate', link: '/operate' },
      { text: 'Releases', link: '/releases' },
      { text: 'Reference', link: '/reference/settings', activeMatch: '/reference/' },
      { text: 'API', link: '/openapi', target: '_self' },
    ],
    sidebar: [...sections],
    search: { provider: 'local' },
    outline: [2, 3],
  },
  buildEnd: writeTwins,
});
