import { equal, ok } from 'node:assert/strict';
import { htmlOf, textOf } from './mail.ts';

const mail = {
  to: 'ann@signalbox.example',
  subject: '<b>Hello</b>',
  paragraphs: ['"Tom" & <script>alert(1)</script> has made an account.', 'Second.'],
  link: { label: "Ann's link", url: 'https://flags.example/new-user?token=1&x="2"' },
  footer: 'Below.',
};

describe('a mail', () => {
  it('has the same sentences as text', () => {
    equal(
      textOf(mail),
      `"Tom" & <script>alert(1)</script> has made an account.\n\nSecond.\n\nAnn's link:\nhttps://flags.example/new-user?token=1&x="2"\n\nBelow.\n`,
    );
  });

  it('is HTML that escapes names and loads nothing', () => {
    const html = htmlOf(mail);
    ok(html.includes('&quot;Tom&quot; &amp; &lt;script&gt;alert(1)&lt;/script&gt; has made an account.'));
    ok(html.includes('<a href="https://flags.example/new-user?token=1&amp;x=&quot;2&quot;"'));
    ok(html.includes('<title>&lt;b&gt;Hello&lt;/b&gt;</title>'));
    equal(/<(?:script|img|link|iframe)\b|url\(/.test(html), false);
  });
});
