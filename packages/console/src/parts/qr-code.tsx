import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as styles from './qr-code.module.css';

/** Light modules around the code, as ISO/IEC 18004 asks for. */
const quietModules = 4;

interface Drawing {
  readonly size: number;
  readonly path: string;
}

/** Few are ever shown, so those who see none do not load what draws them. */
async function drawingOf(text: string): Promise<Drawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: modules.join('') };
}

/** A text for the camera of a phone. It is dark on light in both themes: not every reader takes the opposite. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const drawn = useSignal<Drawing | null>(null);
  useEffect(() => {
    async function draw() {
      drawn.value = await drawingOf(text);
    }
    void draw();
  }, [text]);
  if (drawn.value === null) return <div class={styles.qr} />;
  const { size, path } = drawn.value;
  return (
    <svg class={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
