import type { KeyBinding } from './keys.tsx'
import { KeyCap } from './key-cap.tsx'

type KeyListProps = {
  readonly bindings: readonly KeyBinding[]
  /** Stands between the two keys of a sequence, such as "then". */
  readonly then: string
  /** The name of the key that goes with another one. */
  readonly mod: string
}

/** What each key does. */
export function KeyList({ bindings, then, mod }: KeyListProps) {
  return (
    <dl className="key-list">
      {bindings.map(({ keys, label }) => (
        <div key={keys}>
          <dt>{label}</dt>
          <dd>
            <Keys keys={keys} then={then} mod={mod} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Keys({ keys, then, mod }: Omit<KeyListProps, 'bindings'> & { keys: string }) {
  if (keys.startsWith('mod+')) {
    return (
      <>
        <KeyCap>{mod}</KeyCap> <KeyCap>{shown(keys.slice('mod+'.length))}</KeyCap>
      </>
    )
  }
  const [first = '', second] = keys.split(' ')
  return (
    <>
      <KeyCap>{shown(first)}</KeyCap>
      {second !== undefined && (
        <>
          {' '}
          {then} <KeyCap>{shown(second)}</KeyCap>
        </>
      )}
    </>
  )
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' }

const shown = (key: string): string => NAMES[key] ?? key.toUpperCase()
