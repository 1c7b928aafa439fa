/** What a partner has read in a language, and the local day on which the popup was closed last; empty: never. */
export type Reads = { readonly links: readonly string[]; readonly closedOn: string }

const NOTHING: Reads = { links: [], closedOn: '' }
const MOST_LINKS = 500
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Where reads are kept: by product, partner and language. */
export type Reader = {
  readonly product: string
  readonly partnerId: number
  readonly locale: string
}

const keyOf = ({ product, partnerId, locale }: Reader): string =>
  `${product}_news_${partnerId}_${locale}`

/**
 * Reads kept in this browser. A stored value that is not what this class writes is dropped.
 *
 * Source: requirements NEW-010 to NEW-012; decisions D-109.
 */
export class ReadNews {
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #reads: Reads

  constructor(reader: Reader) {
    this.#key = keyOf(reader)
    this.#reads = stored(this.#key)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): Reads => this.#reads

  markRead(links: readonly string[]): void {
    const kept = new Set([...this.#reads.links, ...links])
    this.#write({ ...this.#reads, links: [...kept].slice(-MOST_LINKS) })
  }

  /** Stores the local day of an instant as the day of the last closing. */
  close(now: number): void {
    this.#write({ ...this.#reads, closedOn: localDay(now) })
  }

  #write(reads: Reads): void {
    this.#reads = reads
    try {
      localStorage.setItem(this.#key, JSON.stringify(reads))
    } catch {
      // Without storage the reads last as long as the page.
    }
    for (const listener of this.#listeners) listener()
  }
}

function stored(key: string): Reads {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '')
    return isReads(value) ? value : NOTHING
  } catch {
    return NOTHING
  }
}

function isReads(value: unknown): value is Reads {
  const { links, closedOn } = (value ?? {}) as { links?: unknown; closedOn?: unknown }
  const isDay = typeof closedOn === 'string' && (closedOn === '' || DAY.test(closedOn))
  return isDay && Array.isArray(links) && links.every((link) => typeof link === 'string')
}

/** The day of an instant in the browser's time zone, as YYYY-MM-DD. Source: decisions D-109. */
export function localDay(instant: number): string {
  const date = new Date(instant)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
