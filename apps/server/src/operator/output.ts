import { once } from 'node:events'
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
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

/**
 * A file that appears when it is complete; until then it is `FILE.part`.
 *
 * Refuses: `StartRefused` when the file cannot be written.
 */
export async function fileOutput(file: string): Promise<Output> {
  const part = `${file}.part`
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
      await rename(part, file).catch((error: unknown) => {
        abandon()
        throw cannotBeWritten(file, error)
      })
    },
    abandon,
  }
}

async function openPart(file: string, part: string): Promise<FileHandle> {
  try {
    // The output may hold personal data.
    return await open(part, 'w', 0o600)
  } catch (error) {
    throw cannotBeWritten(file, error)
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  EISDIR: 'it is a directory',
}

function cannotBeWritten(file: string, error: unknown): StartRefused {
  const code = String((error as NodeJS.ErrnoException).code)
  return new StartRefused(`${file} cannot be written: ${PROBLEMS[code] ?? code}`)
}

/**
 * Standard output through a temporary file: a slow reader must not hold up the server that answers.
 */
export async function patientOutput(): Promise<Output> {
  const file = join(tmpdir(), `office-${process.pid}-${Date.now()}`)
  const { write, finish, abandon } = await fileOutput(file)
  return {
    write,
    finish: async () => {
      await finish(true)
      try {
        await pipeline(createReadStream(file), process.stdout, { end: false })
      } finally {
        rmSync(file, { force: true })
      }
    },
    abandon,
  }
}
