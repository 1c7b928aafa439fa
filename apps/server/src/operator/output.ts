import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, lstat, mkdtemp, open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { StartRefused } from '../core/start-refused.ts'

/** Destination of a command's output. */
export type Output = {
  write(chunk: string | Uint8Array): Promise<void>
  /** Called once, at the end: `isWhole` when the command succeeded. */
  finish(isWhole: boolean): Promise<void>
  /** Removes an unfinished file at once. */
  abandon(): void
}

/** Standard output; writes wait while the reader is slower. */
export const standardOutput: Output = {
  async write(chunk) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  },
  async finish() {},
  abandon() {},
}

/** A list for a person at a terminal: the cells between its tabs stand in columns. Programs get the tabs. */
export function inColumns(output: Output): Output {
  const chunks: Uint8Array[] = []
  return {
    write: async (chunk) => void chunks.push(Buffer.from(chunk)),
    finish: async (isWhole) => {
      await output.write(columnsOf(Buffer.concat(chunks).toString()))
      await output.finish(isWhole)
    },
    abandon: output.abandon,
  }
}

function columnsOf(list: string): string {
  const rows = list.split('\n').map((line) => line.split('\t'))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)))
  }
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * A file that appears when it is complete. It replaces nothing but a regular file of that name.
 *
 * Refuses: `StartRefused` when the file cannot be written.
 */
export async function fileOutput(file: string): Promise<Output> {
  await requireReplaceable(file)
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await openPart(file, part)
  const abandon = () => rmSync(part, { force: true })
  return {
    write: async (chunk) => {
      await handle.write(chunk as Uint8Array)
    },
    finish: async (isWhole) => {
      if (isWhole) await handle.sync()
      await handle.close()
      if (!isWhole) return abandon()
      try {
        await requireReplaceable(file)
        await rename(part, file)
      } catch (error) {
        abandon()
        throw error instanceof StartRefused ? error : cannotBeWritten(file, error)
      }
    },
    abandon,
  }
}

async function openPart(file: string, part: string): Promise<FileHandle> {
  try {
    // The output may hold personal data; the name is new, so nothing can be waiting there.
    return await open(part, 'wx', 0o600)
  } catch (error) {
    throw cannotBeWritten(file, error)
  }
}

/** A link, device or directory is not replaced: a rename would take its place. */
async function requireReplaceable(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (found === null || found.isFile()) return
  const what = found.isDirectory() ? 'it is a directory' : 'it is no regular file'
  throw new StartRefused(`${file} cannot be written: ${what}`)
}

function cannotBeWritten(file: string, error: unknown): StartRefused {
  const code = String((error as NodeJS.ErrnoException).code)
  const problem = code === 'ENOENT' ? 'there is no such directory' : code
  return new StartRefused(`${file} cannot be written: ${problem}`)
}

/**
 * Standard output through a temporary file: a slow reader must not hold up the server that answers.
 */
export async function patientOutput(): Promise<Output> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-office-'))
  const file = join(directory, 'output')
  const { write, finish, abandon } = await fileOutput(file)
  const remove = () => rmSync(directory, { recursive: true, force: true })
  return {
    write,
    finish: async () => {
      try {
        await finish(true)
        await pipeline(createReadStream(file), process.stdout, { end: false })
      } finally {
        remove()
      }
    },
    abandon: () => {
      abandon()
      remove()
    },
  }
}
