import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail to one partner, with the same content as plain text and as HTML. */
export type Letter = {
  readonly userId: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends letters. */
export type Mail = { send(letter: Letter): Promise<void> }

/** Writes letters as files that only the process's user can read, since they contain tokens. Source: operations.md section 2. */
export function outbox(directory: string, clock: () => number): Mail {
  return {
    async send({ to, subject, text }) {
      const now = new Date(clock())
      const head = [
        `To: ${to}`,
        `Subject: ${subject}`,
        `Date: ${now.toUTCString()}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
      ]
      const file = join(directory, `${now.toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, `${head.join('\n')}\n\n${text}\n`, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
