import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { PRODUCT_NAME } from '@partner-office/locales/mail'

import { extraHeaders, headerText, type Letter, type Mail, subjectLine } from './letter.ts'

/** Writes letters as files that only the process's user can read, since they contain tokens. Source: operations.md section 2. */
export function outbox(
  directory: string,
  { clock, sender }: { readonly clock: () => number; readonly sender: string },
): Mail {
  return {
    async send(letter, once) {
      const at = new Date(once?.at ?? clock())
      // A letter that must leave once has the same name at every attempt.
      const name = `${at.toISOString().replaceAll(':', '-')}-${once?.id ?? randomUUID()}`
      const file = join(directory, `${name}.eml`)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, messageText(letter, { at, sender }), { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** A message of two parts as it is: lines are not folded, so that links stay whole for people who read the file. */
function messageText(letter: Letter, { at, sender }: { at: Date; sender: string }): string {
  const boundary = `part-${randomUUID()}`
  const head = {
    From: `${PRODUCT_NAME} <${sender}>`,
    To: letter.to,
    Subject: subjectLine(letter),
    Date: at.toUTCString(),
    ...extraHeaders(letter),
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="${boundary}"`,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${headerText(value)}`)
  const parts = (['plain', 'html'] as const).map((kind) =>
    [
      `--${boundary}`,
      `Content-Type: text/${kind}; charset=utf-8`,
      'Content-Transfer-Encoding: 8bit',
      '',
      kind === 'plain' ? letter.text : letter.html,
    ].join('\n'),
  )
  return [...lines, '', ...parts, `--${boundary}--`, ''].join('\n')
}
