/** A key, such as a name in code, that links to its page. */
export const KeyLink = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a class="mono" href={href}>
    {text}
  </a>
);
