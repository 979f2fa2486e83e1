import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as styles from './qr-code.module.css';

/** Quiet zone in modules, required by ISO/IEC 18004. */
const quietModules = 4;

interface Drawing {
  readonly size: number;
  readonly path: string;
}

/** Loaded on demand, because QR codes are rare. */
async function drawingOf(text: string): Promise<Drawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: modules.join('') };
}

/** A text as a QR code, dark on light in both themes because some scanners cannot read inverted codes. */
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
