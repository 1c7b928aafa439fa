import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

import { MemoryFS, PGlite } from '@electric-sql/pglite'

import { type Engine, EngineConnection } from '../db/embedded-engine.ts'

const WASM_PAGE = 64 * 1024
const ZEROES = new Uint8Array(WASM_PAGE)
/** The modification time of each file that was not written since the state was saved. */
const UNTOUCHED = -1

/** A file or directory of the engine's file system in memory. */
type Node = {
  name: string
  parent: Node
  /** The next node in the same slot of the name table. */
  name_next?: Node
  mode: number
  mtime: number
  contents?: Uint8Array | Record<string, Node>
  usedBytes?: number
}

/** An open file; `shared` holds its position. */
type Stream = { readonly shared: object } | null

type FileSystem = { readonly nameTable: (Node | undefined)[]; readonly streams: Stream[] }

type Restore = () => void

/** An engine, how to bring it back to the state in which it started, and whether that is still possible. */
type Saved = {
  readonly lite: PGlite
  readonly restore: Restore
  readonly isRestorable: () => boolean
}

/** An engine holds hundreds of megabytes. */
const MOST_IDLE = 4
/** Engines that no database uses, of all files of this worker: a closed database reaches none of them any more. */
const idle: Saved[] = []

/**
 * An embedded engine in the test's own thread, with its files in memory. `close` gives it back in the state in which it
 * started, which takes a twentieth of another start; the next `open` takes it.
 */
export class RestoredEngine implements Engine {
  #saved: Saved | null

  private constructor(saved: Saved) {
    this.#saved = saved
  }

  /** Opens a copy of the database in the directory `template`, the same for all calls of a process. */
  static async open(template: string): Promise<RestoredEngine> {
    return new RestoredEngine(idle.pop() ?? (await start(template)))
  }

  connection(): Duplex {
    return new EngineConnection(async (bytes) => {
      // Another database may use the engine by now.
      if (this.#saved === null) throw new Error('The database is closed')
      // Copied: the engine answers with a view of its own memory.
      return new Uint8Array(await this.#saved.lite.execProtocolRaw(bytes, { syncToFs: false }))
    })
  }

  async close(): Promise<void> {
    if (this.#saved === null) return
    if (this.#saved.isRestorable() && idle.length < MOST_IDLE) {
      this.#saved.restore()
      idle.push(this.#saved)
    } else await this.#saved.lite.close()
    this.#saved = null
  }
}

async function start(template: string): Promise<Saved> {
  const lite = await PGlite.create({ fs: new CopyInMemory(template) })
  // A library loaded after the state was saved would be lost with the memory.
  await lite.exec("load 'plpgsql'")
  return { lite, restore: save(lite), isRestorable: withoutCheckpoint(lite) }
}

/**
 * Tells whether no checkpoint was written since: it writes the control file. After a checkpoint the engine, once restored,
 * can wait for ever for a transaction that it has forgotten.
 */
function withoutCheckpoint({ Module }: PGlite): () => boolean {
  const { nameTable } = Module.FS as unknown as FileSystem
  const control = nodesOf(nameTable).find(({ name }) => name === 'pg_control')!
  return () => control.mtime === UNTOUCHED
}

class CopyInMemory extends MemoryFS {
  readonly #directory: string

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    const { PGDATA } = PGlite.paths
    FS.mkdirTree(PGDATA)
    for (const entry of readdirSync(this.#directory, { recursive: true, withFileTypes: true })) {
      const from = join(entry.parentPath, entry.name)
      const to = PGDATA + from.slice(this.#directory.length)
      if (entry.isDirectory()) FS.mkdirTree(to)
      else FS.writeFile(to, readFileSync(from))
    }
  }
}

/** Saves the memory and the files of an idle engine. */
function save({ Module }: PGlite): Restore {
  const restores = [saveMemory(Module.wasmMemory), saveFiles(Module.FS as unknown as FileSystem)]
  return () => {
    for (const restore of restores) restore()
  }
}

/** Keeps only pages that are not empty: a tenth of the memory. */
function saveMemory(memory: { readonly buffer: ArrayBuffer }): Restore {
  const pagesOf = (bytes: Uint8Array) =>
    Array.from({ length: bytes.length / WASM_PAGE }, (_, at) =>
      bytes.subarray(at * WASM_PAGE, (at + 1) * WASM_PAGE),
    )
  const saved = pagesOf(new Uint8Array(memory.buffer)).map((page) =>
    isEmpty(page) ? undefined : page.slice(),
  )
  // The memory may have grown since.
  return () => {
    for (const [at, page] of pagesOf(new Uint8Array(memory.buffer)).entries()) {
      const before = saved[at]
      if (before !== undefined) page.set(before)
      else if (!isEmpty(page)) page.fill(0)
    }
  }
}

const isEmpty = (page: Uint8Array): boolean => Buffer.compare(page, ZEROES) === 0

function saveFiles(fs: FileSystem): Restore {
  const table = [...fs.nameTable]
  const restores = nodesOf(table).map(saveNode)
  const streams = fs.streams.map((stream) => ({ stream, shared: { ...stream?.shared } }))
  return () => {
    for (const restore of restores) restore()
    fs.nameTable.splice(0, fs.nameTable.length, ...table)
    fs.streams.length = streams.length
    for (const [fd, { stream, shared }] of streams.entries()) {
      fs.streams[fd] = stream
      if (stream) Object.assign(stream.shared, shared)
    }
  }
}

function nodesOf(table: readonly (Node | undefined)[]): Node[] {
  const nodes: Node[] = []
  for (const first of table) {
    for (let node = first; node; node = node.name_next) nodes.push(node)
  }
  return nodes
}

function saveNode(node: Node): Restore {
  if (node.contents instanceof Uint8Array) node.mtime = UNTOUCHED
  const { contents, ...rest } = node
  const copied = contents instanceof Uint8Array ? contents.slice() : { ...contents }
  return () => {
    const isUnchanged = node.mtime === UNTOUCHED && node.contents === contents
    Object.assign(node, rest)
    if (isUnchanged) return
    node.contents = copied instanceof Uint8Array ? copied.slice() : { ...copied }
  }
}
