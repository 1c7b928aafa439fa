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

/** For tests: a browser that forbids cookies and storages, until `allowStorage`. */
export function forbidStorage(): void {
  for (const [place, name] of PLACES()) {
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
