import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

/** A key and what it does. */
export type KeyBinding = {
  /** The key as browsers name it (`j`, `?`, `Escape`), two keys one after the other (`g t`), or one with Ctrl or ⌘ (`mod+k`). */
  readonly keys: string
  /** What it does, for the list of keys. */
  readonly label: string
  readonly run: () => void
}

/** How long the second key of a sequence is waited for. */
const SEQUENCE_MS = 1_500

/** The bindings of the page: of two for the same key, the later one counts. */
class KeyMap {
  #bindings: readonly KeyBinding[] = []
  readonly #listeners = new Set<() => void>()

  readonly all = (): readonly KeyBinding[] => this.#bindings

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(bindings: readonly KeyBinding[]): () => void {
    this.#set([...this.#bindings, ...bindings])
    return () => this.#set(this.#bindings.filter((one) => !bindings.includes(one)))
  }

  find(keys: string): KeyBinding | undefined {
    return this.#bindings.findLast((one) => one.keys === keys)
  }

  /** Whether a sequence begins with this key. */
  isFirst(key: string): boolean {
    return this.#bindings.some(({ keys }) => keys.startsWith(`${key} `))
  }

  #set(bindings: readonly KeyBinding[]): void {
    this.#bindings = bindings
    for (const listener of this.#listeners) listener()
  }
}

const KeysContext = createContext<KeyMap | null>(null)

type KeysProviderProps = {
  /** False: keys without Ctrl or ⌘ that type a character do nothing. Source: WCAG 2.1.4. */
  readonly areSingleKeysOn: boolean
  readonly children: ReactNode
}

/** Runs the bindings of the page. Single keys do nothing inside fields and while a dialog is open. */
export function KeysProvider({ areSingleKeysOn, children }: KeysProviderProps) {
  const map = useMemo(() => new KeyMap(), [])
  useEffect(() => {
    const listen = listenerOf(map, areSingleKeysOn)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [map, areSingleKeysOn])
  return <KeysContext value={map}>{children}</KeysContext>
}

function useKeyMap(): KeyMap {
  const map = use(KeysContext)
  if (map === null) throw new Error('keys need a KeysProvider around them')
  return map
}

/** Adds bindings while the component is mounted. Labels and keys may change; the newest functions run. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const map = useKeyMap()
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  const shape = bindings.map(({ keys, label }) => `${keys}\n${label}`).join('\n')
  useEffect(
    () =>
      map.add(
        latest.current.map(({ keys, label }, at) => ({
          keys,
          label,
          run: () => latest.current[at]?.run(),
        })),
      ),
    [map, shape],
  )
}

/** Every binding of the page, each key once. */
export function useKeyList(): readonly KeyBinding[] {
  const map = useKeyMap()
  const all = useSyncExternalStore(map.subscribe, map.all)
  return all.filter((one) => map.find(one.keys) === one)
}

function listenerOf(map: KeyMap, areSingleKeysOn: boolean) {
  let first = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (key: string): void => {
    clearTimeout(timer)
    first = key
    timer = setTimeout(() => (first = ''), SEQUENCE_MS)
  }
  return (event: KeyboardEvent): void => {
    const pressed = nameOf(event)
    if (pressed === null || event.defaultPrevented || isHeld(event, pressed, areSingleKeysOn))
      return
    const binding = map.find(first === '' ? pressed : `${first} ${pressed}`)
    const begins = first === '' && binding === undefined && map.isFirst(pressed)
    wait(begins ? pressed : '')
    if (binding === undefined) return
    event.preventDefault()
    binding.run()
  }
}

/** The name of the pressed key; null for combinations that belong to the browser. */
function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (altKey) return null
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key
}

function isHeld({ target }: KeyboardEvent, pressed: string, areSingleKeysOn: boolean): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  if (pressed.startsWith('mod+')) return false
  if (target instanceof Element && target.closest(TYPED_INTO) !== null) return true
  return !areSingleKeysOn && pressed.length === 1
}

/** Where keys type. A box to tick and a radio button take no text. */
const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
