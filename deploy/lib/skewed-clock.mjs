// Loaded before an app process whose clock is to be wrong: its wall clock is CLOCK_SKEW_MS ahead; durations stay right.
const skewMs = Number(process.env['CLOCK_SKEW_MS'])
const now = Date.now
Date.now = () => now() + skewMs
globalThis.Date = new Proxy(Date, {
  construct: (date, words, newTarget) =>
    Reflect.construct(date, words.length === 0 ? [date.now()] : words, newTarget),
})
