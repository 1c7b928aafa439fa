import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import type { TicketFileKind } from '@partner-office/domain'

import { fileContent } from './file-content.ts'

/** The answer to a path: the kind of its file, or an error of the disk. */
export type Checked =
  | { readonly kind: TicketFileKind | null }
  | { readonly code: string | undefined; readonly failure: string }

const port = parentPort
if (port === null) throw new Error('This file runs as a worker thread')

port.on('message', (path: string) => {
  void check(path).then((checked) => port.postMessage(checked))
})

async function check(path: string): Promise<Checked> {
  try {
    const sent = readFileSync(path)
    const content = await fileContent(sent)
    if (content !== null && content.bytes !== sent) writeFileSync(path, content.bytes)
    return { kind: content?.kind ?? null }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { code, failure: message }
  }
}
