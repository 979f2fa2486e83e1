import type { ComponentChildren } from 'preact';
import { Mark } from '../../frame/mark.tsx';
import { frameTexts } from '../../frame/texts.ts';

/** A page of somebody who is not inside: one thing in the middle. */
export function Alone({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="alone">
      <p class="brand">
        <Mark />
        {frameTexts.product}
      </p>
      <section class="panel">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
