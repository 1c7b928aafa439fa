import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail to one partner, as plain text and as HTML that says the same. */
export type Letter = {
  readonly userId: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Takes letters to where they go. */
export type Mail = { send(letter: Letter): Promise<void> }

/** Letters as files of a directory that only its owner can read: they hold tokens. Source: operations.md section 2. */
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
