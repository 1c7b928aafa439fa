import { foldName } from '@partner-office/domain'

import { grown } from './columns.ts'

const FREE = -1
const END = 0

const encoder = new TextEncoder()

/**
 * The distinct normalized first and last names. A partner's row refers to two entries. Names repeat so often that this is
 * several times smaller than a text per partner. Entry 0 is the empty name. Entries are never removed.
 */
export class NameBook {
  /** The entries in UTF-8, each followed by a zero byte. */
  #text = new Uint8Array(1024)
  #starts = new Uint32Array(64)
  #slots = new Int32Array(64).fill(FREE)
  #size = 0
  #end = 0

  constructor() {
    this.add('')
  }

  /** Restores a book from its `text`. */
  static restored(text: Uint8Array): NameBook {
    const book = new NameBook()
    for (let start = 1; start < text.length;) {
      const end = text.indexOf(END, start)
      book.#addBytes(text.subarray(start, end))
      start = end + 1
    }
    return book
  }

  get size(): number {
    return this.#size
  }

  /** The text of all entries, for snapshots and for searching. */
  get text(): Uint8Array {
    return this.#text.subarray(0, this.#end)
  }

  /** The offset of an entry in `text`; for `size`, the end of the last entry. */
  startOf(entry: number): number {
    return entry < this.#size ? this.#starts[entry]! : this.#end
  }

  /** Returns the entry of a name; adds it if it is new. */
  add(name: string): number {
    return this.#addBytes(encoder.encode(foldName(name.replaceAll('\0', ' '))))
  }

  /** Whether an entry contains `word`. */
  hasWord(entry: number, word: Uint8Array): boolean {
    const last = this.startOf(entry + 1) - 1 - word.length
    for (let start = this.#starts[entry]!; start <= last; start += 1) {
      if (this.#isAt(start, word)) return true
    }
    return false
  }

  startsWith(entry: number, part: Uint8Array): boolean {
    const start = this.#starts[entry]!
    return start + part.length < this.startOf(entry + 1) && this.#isAt(start, part)
  }

  endsWith(entry: number, part: Uint8Array): boolean {
    const start = this.startOf(entry + 1) - 1 - part.length
    return start >= this.#starts[entry]! && this.#isAt(start, part)
  }

  #isAt(start: number, word: Uint8Array): boolean {
    let at = 0
    while (at < word.length && this.#text[start + at] === word[at]) at += 1
    return at === word.length
  }

  bytes(): Record<string, number> {
    return {
      'name texts': this.#text.byteLength + this.#starts.byteLength,
      'names by text': this.#slots.byteLength,
    }
  }

  #addBytes(bytes: Uint8Array): number {
    if ((this.#size + 1) * 3 > this.#slots.length * 2) this.#growSlots()
    const slot = this.#slotOf(bytes)
    const known = this.#slots[slot]!
    if (known !== FREE) return known
    return (this.#slots[slot] = this.#append(bytes))
  }

  #append(bytes: Uint8Array): number {
    const end = this.#end + bytes.length + 1
    if (end > this.#text.length) this.#text = grown(this.#text, Math.ceil(end * 1.25))
    if (this.#size === this.#starts.length) {
      this.#starts = grown(this.#starts, Math.ceil(this.#size * 1.25))
    }
    this.#text.set(bytes, this.#end)
    this.#text[end - 1] = END
    this.#starts[this.#size] = this.#end
    this.#end = end
    return this.#size++
  }

  #slotOf(bytes: Uint8Array): number {
    const mask = this.#slots.length - 1
    let slot = hashOf(bytes, 0, bytes.length) & mask
    for (let entry = this.#slots[slot]!; entry !== FREE; entry = this.#slots[slot]!) {
      if (this.#isEntry(entry, bytes)) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  #isEntry(entry: number, bytes: Uint8Array): boolean {
    const start = this.#starts[entry]!
    if (this.startOf(entry + 1) - start - 1 !== bytes.length) return false
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#text[start + at] !== bytes[at]) return false
    }
    return true
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(FREE)
    const mask = this.#slots.length - 1
    for (let entry = 0; entry < this.#size; entry += 1) {
      let slot = hashOf(this.#text, this.#starts[entry]!, this.startOf(entry + 1) - 1) & mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & mask
      this.#slots[slot] = entry
    }
  }
}

/** FNV-1a with its high bits mixed into the low ones. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
