import type { OFFICE } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import { CallRefused } from '../../http/call-refused.ts'
import type { Handlers } from '../../input/handlers.ts'
import { drawStatement } from '../statements/draw-statement.ts'
import { openStatementLink } from '../statements/read-statements.ts'
import { statementFileName } from '../statements/statement-file-name.ts'
import { currentSigner } from '../statements/statement-keys.ts'

/** The files behind signed addresses; an address that is not valid, or not any more, is 404. Source: decisions D-064. */
export const statementFileCalls = (
  core: Core,
  officeOrigin: string,
): Handlers<typeof OFFICE.statementFiles, unknown> => ({
  getReportFile: async ({ params }) => {
    const linked = await opened(core, params.signature)
    const signer = await currentSigner(core)
    const file = drawStatement(linked.content, { signer, officeOrigin })
    return { name: statementFileName(linked, 'pdf'), chunks: chunksOf(file) }
  },
  getReportData: async ({ params }) => {
    const linked = await opened(core, params.signature)
    return { name: statementFileName(linked, 'json'), chunks: chunksOf(linked.content) }
  },
})

async function opened(core: Core, signature: string) {
  const linked = await openStatementLink(core, signature)
  if (linked === null) throw new CallRefused(404, 'not_found')
  return linked
}

async function* chunksOf(content: string | Buffer): AsyncGenerator<string | Uint8Array> {
  yield content
}
