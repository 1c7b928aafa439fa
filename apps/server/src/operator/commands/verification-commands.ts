import { Refusal } from '@partner-office/domain'

import { decideVerification } from '../../passport/verifications/decide-verification.ts'
import { listVerifications } from '../../passport/verifications/read-verifications.ts'
import { documentBytes, documentsOf } from '../../passport/verifications/stored-documents.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

export const verificationsList: Handler = async ({ core, io }) => {
  await io.out(listLine('id', 'partner', 'document', 'status', 'files', 'at', 'fields', 'reason'))
  for (const row of await listVerifications(core.database.read)) {
    const fields = Object.entries(row.fields).map(([name, { value }]) => `${name}=${value}`)
    const { id, userId, documentType, status, files, updatedAt, reason } = row
    const cells = [id, userId, documentType, status, files ?? 0, instantText(updatedAt)]
    await io.out(listLine(...cells, fields.join('; '), reason))
  }
  return DONE
}

const decide =
  (status: 'APPROVED' | 'REJECTED'): Handler =>
  async ({ core, command: { arguments: words, options }, io }) => {
    const reason = options['reason'] ?? ''
    const { id, userId, documentType } = await decideVerification(core, Number(words[0]), {
      status,
      reason,
    })
    await io.out(`verification ${id} (${documentType} of partner ${userId}) is ${status}\n`)
    return DONE
  }

export const verificationsApprove = decide('APPROVED')
export const verificationsReject = decide('REJECTED')

export const verificationsShow: Handler = async ({ core, command, io }) => {
  const id = Number(command.arguments[0])
  const documents = await documentsOf(core.database.read, id)
  const number = Number(command.options['file'])
  const document = documents[number - 1]
  if (document === undefined) {
    throw new Refusal('not_found', {
      reason: `verification ${id} has ${documents.length} files, so none is number ${number}`,
    })
  }
  io.note(`${document.name}, ${document.bytes} bytes; file ${number} of ${documents.length}`)
  for await (const part of documentBytes(core, document)) await io.out(part)
  return DONE
}
