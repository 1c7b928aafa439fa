import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

import type { Column } from './columns.ts'

/*
 * Format of a snapshot file: the bytes of all columns; a JSON text that describes them; the offset of that text, its
 * checksum and a mark. A file without this end is incomplete. Numbers are little-endian, as in memory.
 */
const MARK = 'PO-FIGURES-2'
const END_BYTES = MARK.length + 12
const BYTES_A_PIECE = 2 ** 22

type Section = { readonly name: string; readonly bytes: number; readonly checksum: number }
type Contents<About> = { readonly about: About; readonly sections: readonly Section[] }

/** Columns by name, cut to their used length. */
export type Sections = Readonly<Record<string, Column>>

/**
 * Writes columns atomically: to a temporary file, flushed, then renamed over the old file.
 *
 * The columns may change between the written pieces; `isStill` says whether they have not. Returns whether the file was
 * written; if the columns changed, the old file stays.
 */
export async function writeSnapshotFile<About extends object>(
  path: string,
  { about, columns }: { readonly about: About; readonly columns: Sections },
  isStill: () => boolean,
): Promise<boolean> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    const sections: Section[] = []
    for (const [name, column] of Object.entries(columns)) {
      const section = isStill() ? await writeSection(file, name, column, isStill) : null
      if (section === null) return false
      sections.push(section)
    }
    await writeEnd(file, { about, sections } satisfies Contents<About>)
    await file.sync()
    if (!isStill()) return false
    await rename(draft, path)
    await flushDirectory(dirname(path))
    return true
  } finally {
    await file.close()
    rmSync(draft, { force: true })
  }
}

async function writeSection(
  file: FileHandle,
  name: string,
  column: Column,
  isStill: () => boolean,
): Promise<Section | null> {
  const all = bytesOf(column)
  let checksum = 0
  for (let start = 0; start < all.length; start += BYTES_A_PIECE) {
    const piece = all.subarray(start, start + BYTES_A_PIECE)
    checksum = crc32(piece, checksum)
    await writeAll(file, piece)
    if (!isStill()) return null
  }
  return { name, bytes: all.length, checksum }
}

async function writeEnd(file: FileHandle, contents: object): Promise<void> {
  const { size } = await file.stat()
  const text = Buffer.from(JSON.stringify(contents))
  const end = Buffer.alloc(END_BYTES)
  end.writeDoubleLE(size, 0)
  end.writeUInt32LE(crc32(text), 8)
  end.write(MARK, 12)
  await writeAll(file, text)
  await writeAll(file, end)
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done)).bytesWritten
  }
}

/** A renamed file survives a power loss only when its directory was flushed. */
async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}

/** An open snapshot file. A new file of that name does not affect it. */
export class SnapshotReader<About> {
  readonly about: About
  readonly #file: number
  readonly #sections: readonly Section[]

  private constructor(file: number, { about, sections }: Contents<About>) {
    this.#file = file
    this.about = about
    this.#sections = sections
  }

  /** Opens a file; null when there is none or it is incomplete. */
  static open<About>(path: string): SnapshotReader<About> | null {
    let file: number
    try {
      file = openSync(path, 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    const contents = readContents<About>(file)
    if (contents !== null) return new SnapshotReader(file, contents)
    closeSync(file)
    return null
  }

  /** Reads a section into the start of a column; false when it is missing or damaged. */
  read(name: string, column: Column): boolean {
    const section = this.#sections.find((each) => each.name === name)
    const target = bytesOf(column)
    if (section === undefined || section.bytes > target.length) return false
    const bytes = target.subarray(0, section.bytes)
    let checksum = 0
    for (let start = 0; start < bytes.length; start += BYTES_A_PIECE) {
      const piece = bytes.subarray(start, start + BYTES_A_PIECE)
      if (!readAll(this.#file, piece, this.#placeOf(section) + start)) return false
      checksum = crc32(piece, checksum)
    }
    return checksum === section.checksum
  }

  /** The length of a section. Units: bytes. */
  bytes(name: string): number {
    return this.#sections.find((each) => each.name === name)?.bytes ?? 0
  }

  close(): void {
    closeSync(this.#file)
  }

  #placeOf(section: Section): number {
    const before = this.#sections.slice(0, this.#sections.indexOf(section))
    return before.reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

function readContents<About>(file: number): Contents<About> | null {
  const { size } = fstatSync(file)
  const end = Buffer.alloc(END_BYTES)
  if (size < END_BYTES || !readAll(file, end, size - END_BYTES)) return null
  const start = end.readDoubleLE(0)
  const length = size - END_BYTES - start
  if (end.toString('latin1', 12) !== MARK || !(start >= 0) || !(length > 0)) return null
  const text = Buffer.alloc(length)
  if (!readAll(file, text, start) || crc32(text) !== end.readUInt32LE(8)) return null
  return JSON.parse(text.toString()) as Contents<About>
}

function readAll(file: number, into: Uint8Array, position: number): boolean {
  for (let done = 0; done < into.length;) {
    const read = readSync(file, into, done, into.length - done, position + done)
    if (read === 0) return false
    done += read
  }
  return true
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
