const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A coarse name of a device, such as `Firefox, Windows`; empty for an unknown one. Only names of a fixed list occur. */
export function deviceName(userAgent: string): string {
  const known = [BROWSERS, SYSTEMS].map((names) => names.find(([, form]) => form.test(userAgent)))
  return known.flatMap((found) => (found === undefined ? [] : [found[0]])).join(', ')
}

/** The first part of a network address: `203.0.x.x`, `2001:db8:…`. It tells networks apart, not people. */
export function placeOf(address: string): string {
  const [first, second, ...others] = address.replace(/^::ffff:(?=\d+\.)/, '').split('.')
  if (others.length === 2) return `${first}.${second}.x.x`
  const groups = address.split(':')
  return groups.length > 2 ? `${groups.slice(0, 2).join(':')}:…` : ''
}
