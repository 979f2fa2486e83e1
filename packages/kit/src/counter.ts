import type { MetricDeclaration, MetricValue, OpenParts } from './service.ts';

/** Registers a counter of the service. Returns a function that adds one under the given labels, of few combinations. */
export function openCounter<const Label extends string>(
  { report }: Pick<OpenParts, 'report'>,
  declaration: Omit<MetricDeclaration, 'labels'> & { readonly kind: 'counter'; readonly labels: readonly Label[] },
): (labels: Readonly<Record<Label, string>>) => void {
  const counted = new Map<string, MetricValue>();
  report(declaration, () => [...counted.values()]);
  return (labels) => {
    const key = declaration.labels.map((label) => labels[label]).join('\n');
    counted.set(key, { labels, value: (counted.get(key)?.value ?? 0) + 1 });
  };
}
