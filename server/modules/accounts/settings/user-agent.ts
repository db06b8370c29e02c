/** In this order: most browsers also name those that they are compatible with. */
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const find = (known: [string, RegExp][], text: string) =>
  known.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** What a person recognizes of a User-Agent header: the names of the browser and of the system. */
export function describeUserAgent(userAgent = ''): {
  browser: string | null
  system: string | null
} {
  return { browser: find(browsers, userAgent), system: find(systems, userAgent) }
}
