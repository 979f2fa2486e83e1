/** Returns true for names of the IANA database. The platform also accepts offsets like +02:00, but they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return /^[A-Za-z]/.test(timeZone);
  } catch {
    return false;
  }
}
