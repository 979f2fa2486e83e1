/** The icon of a window as a data URL: the logo, amber if something waits for the user. */
export const faviconOf = (waits: boolean): string => `data:image/svg+xml,${encodeURIComponent(drawing(waits ? '#e5a52f' : '#1a8a4b'))}`;

const drawing = (light: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">',
    '<rect x="5" width="12" height="18" rx="6" fill="#16202a"/>',
    '<path d="M11 17v4M7 21h8" stroke="#16202a" stroke-width="2" stroke-linecap="round"/>',
    '<circle cx="11" cy="5.6" r="2.6" fill="#45525f"/>',
    `<circle cx="11" cy="12" r="3.4" fill="${light}"/>`,
    '</svg>',
  ].join('');
