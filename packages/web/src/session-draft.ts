import { useState } from 'react'

const PREFIX = 'draft-'

/** A draft in the storage of the browser's tab: it survives a reload and a session that ended. */
export class SessionDraft<Values extends object> {
  readonly #key: string
  readonly #like: Values

  /** `like` has every value of the form: stored values with other names or types are dropped. */
  constructor(name: string, like: Values) {
    this.#key = `${PREFIX}${name}`
    this.#like = like
  }

  /** The stored values; none without a draft, or when it cannot be read. */
  read(): Partial<Values> {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null')
      return partsLike(stored, this.#like)
    } catch {
      return {}
    }
  }

  /** Stores a draft; null removes it. A full or forbidden storage only means that nothing is kept. */
  write(values: Partial<Values> | null): void {
    try {
      if (values === null) sessionStorage.removeItem(this.#key)
      else sessionStorage.setItem(this.#key, JSON.stringify(values))
    } catch {
      // The form itself still holds what was typed.
    }
  }
}

/** The parts of a value that have a name and the type of that name in another one. */
function partsLike<Values extends object>(value: unknown, like: Values): Partial<Values> {
  const parts = Object.entries(like).flatMap(([name, known]) => {
    const part = (value as Readonly<Record<string, unknown>> | null)?.[name]
    return typeof part === typeof known ? [[name, part]] : []
  })
  return Object.fromEntries(parts) as Partial<Values>
}

/** The values of a draft that differ from the stored ones. */
export function changesOf<Values extends object>(
  draft: Partial<Values>,
  stored: Values,
): Partial<Values> {
  const names = Object.keys(draft) as (keyof Values)[]
  const changed = names.filter((name) => draft[name] !== stored[name])
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Values>
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

/** Changed values of a form that are kept as a draft of this name; `like` as for `SessionDraft`. */
export function useSessionDraft<Values extends object>(
  name: string,
  like: Values,
): readonly [Partial<Values>, (values: Partial<Values>) => void, () => void] {
  const draft = new SessionDraft(name, like)
  const [values, setValues] = useState(() => draft.read())
  const change = (changed: Partial<Values>) => {
    setValues(changed)
    draft.write(changed)
  }
  const forget = () => {
    setValues({})
    draft.write(null)
  }
  return [values, change, forget]
}
