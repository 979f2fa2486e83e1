/** Whether the name is one of the IANA database. Offsets like +02:00 are zones to the platform, but know no summer. */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Za-z]/.test(timeZone);
  } catch {
    return false;
  }
}
