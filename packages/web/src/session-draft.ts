import { useState } from 'react'

const PREFIX = 'draft-'

/** A draft in the storage of the browser's tab: it survives a reload and a session that ended. */
export class SessionDraft<Value> {
  readonly #key: string

  constructor(name: string) {
    this.#key = `${PREFIX}${name}`
  }

  /** The stored draft; null without one, or when it cannot be read. */
  read(): Value | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? 'null') as Value | null
    } catch {
      return null
    }
  }

  /** Stores a draft; null removes it. A full or forbidden storage only means that nothing is kept. */
  write(value: Value | null): void {
    try {
      if (value === null) sessionStorage.removeItem(this.#key)
      else sessionStorage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // The form itself still holds what was typed.
    }
  }
}

/** Removes every draft: who logs out leaves nothing behind in the tab. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
    }
  } catch {
    // A forbidden storage holds no draft.
  }
}

/** State that is kept as a draft of this name. */
export function useSessionDraft<Value>(
  name: string,
  empty: Value,
): readonly [Value, (value: Value) => void, () => void] {
  const draft = new SessionDraft<Value>(name)
  const [value, setValue] = useState(() => draft.read() ?? empty)
  const change = (changed: Value) => {
    setValue(changed)
    draft.write(changed)
  }
  const forget = () => {
    setValue(empty)
    draft.write(null)
  }
  return [value, change, forget]
}
