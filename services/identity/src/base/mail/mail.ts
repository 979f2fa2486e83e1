/** A mail from the template: paragraphs and one link. */
export interface Mail {
  readonly to: string;
  /** Its Message-ID, unchanged when it is sent again. Absent: a unique one. */
  readonly id?: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  /** Text below the link. */
  readonly footer: string;
  /** Link out of further mails of this kind, which mail clients may also offer as a button (RFC 8058). */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** The mail as plain text. */
export const textOf = ({ paragraphs, link, footer, unsubscribe }: Mail): string =>
  [...paragraphs, inText(link), footer, ...(unsubscribe ? [inText(unsubscribe)] : [])].join('\n\n').concat('\n');

const inText = ({ label, url }: Mail['link']): string => `${label}:\n${url}`;

/** The mail as HTML, without pictures or external resources. */
export const htmlOf = ({ subject, paragraphs, link, footer, unsubscribe }: Mail): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(subject)}</title>
<body style="font:16px/1.6 system-ui,sans-serif;color:#223;max-width:36rem;margin:0 auto;padding:1rem">
${paragraphs.map((paragraph) => `<p style="white-space:pre-line">${escaped(paragraph)}</p>`).join('\n')}
<p><a href="${escaped(link.url)}" style="display:inline-block;padding:.5rem 1rem;background:#224;color:#fff;text-decoration:none">${escaped(link.label)}</a></p>
<p style="word-break:break-all">${escaped(link.url)}</p>
<p style="color:#667">${escaped(footer)}${unsubscribe ? ` <a href="${escaped(unsubscribe.url)}">${escaped(unsubscribe.label)}</a>` : ''}</p>
</body>
</html>
`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
