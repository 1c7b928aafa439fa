const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const PLACES = () =>
  [
    [window, 'localStorage'],
    [window, 'sessionStorage'],
    [document, 'cookie'],
  ] as const

const undo: (() => void)[] = []

type Place = 'localStorage' | 'sessionStorage' | 'cookie'

/** For tests: a browser that forbids cookies and storages, or only the named ones, until `allowStorage`. */
export function forbidStorage(
  names: readonly Place[] = ['localStorage', 'sessionStorage', 'cookie'],
): void {
  for (const [place, name] of PLACES().filter((one) => names.includes(one[1]))) {
    const own = Object.getOwnPropertyDescriptor(place, name)
    undo.push(() => {
      Reflect.deleteProperty(place, name)
      if (own !== undefined) Object.defineProperty(place, name, own)
    })
    Object.defineProperty(place, name, { get: forbidden, set: forbidden, configurable: true })
  }
}

/** For tests: ends `forbidStorage`. */
export function allowStorage(): void {
  for (const restore of undo.splice(0)) restore()
}
