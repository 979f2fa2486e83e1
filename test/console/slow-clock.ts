// Preloaded by the product of the pictures. Its clock starts at a fixed moment and advances a thousand times slower than the real one, so
// that ages, charts and times are the same in each run. Leases follow this clock on SQLite, so jobs run once, and again after SIGUSR2.

let startMs = Date.parse('2031-01-15T12:30:00Z');
/** The interval of jobs that run often. */
const jumpMs = 10_000;
process.on('SIGUSR2', () => (startMs += jumpMs));
const slowness = 1000;
const realNow = Date.now.bind(Date);
const beganMs = realNow();

Date.now = () => startMs + Math.floor((realNow() - beganMs) / slowness);
globalThis.Date = new Proxy(Date, {
  construct: (target, given, fresh) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, fresh) as Date,
});
