/** Drawn on 16 by 16, in strokes of the text's colour. */
const drawings = {
  features:
    'M3.5 2.5H6a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1zM10 2.5h2.5a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H10a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1zM3.5 9H6a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM10 9h2.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H10a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1z',
  changes:
    'M4 5.3v5.4M12 8.3c0 2.4-3 2.2-6.3 3M5.8 3.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM5.8 12.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM13.8 6.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  segments:
    'M8.4 5.5a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM1.8 13c.5-2.6 2-3.8 4.2-3.8s3.7 1.2 4.2 3.8M10.5 3.3a2.3 2.3 0 0 1 0 4.4M12 9.6c1.3.5 2 1.7 2.3 3.4',
  playground: 'M6 2h4M6.8 2v4.2L3 12.6c-.4.8.1 1.4.9 1.4h8.2c.8 0 1.3-.6.9-1.4L9.2 6.2V2M4.8 10h6.4',
  audit: 'M3 2.5h8.5A1.5 1.5 0 0 1 13 4v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 11.5h10M6 5.5h4',
  health: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5v7h8v-7',
  projects: 'M2 4.5A1.5 1.5 0 0 1 3.5 3h2.7l1.5 1.8h4.8A1.5 1.5 0 0 1 14 6.3v5.2a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5z',
  settings: 'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  search: 'M11.3 7a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0zM10.3 10.3l3.2 3.2',
  star: 'm8 2 1.8 3.7 4.1.6-3 2.9.7 4L8 11.3l-3.6 1.9.7-4-3-2.9 4.1-.6z',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  sun: 'M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0zM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  system: 'M2.5 3.5h11v7.5h-11zM6 13.5h4M8 11v2.5',
  lock: 'M4.7 7h6.6a1.2 1.2 0 0 1 1.2 1.2v4.1a1.2 1.2 0 0 1-1.2 1.2H4.7a1.2 1.2 0 0 1-1.2-1.2V8.2A1.2 1.2 0 0 1 4.7 7zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  close: 'm4 4 8 8M12 4l-8 8',
  alert: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2h.1',
  out: 'M6 2.5H3.5v11H6M7 8h6.5M11 5.5 13.5 8 11 10.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
} as const;

export type IconName = keyof typeof drawings;

/** A picture beside words; it says nothing by itself. */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg class={`i ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
