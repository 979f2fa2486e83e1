/** The header with the reason for a direct change. RFC 8187 encodes characters that headers cannot contain. */
export const reasonHeader = (reason: string | undefined): Readonly<Record<string, string>> =>
  reason === undefined ? {} : { 'x-change-reason': `UTF-8''${encodeURIComponent(reason)}` };
