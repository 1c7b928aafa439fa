import { buffer } from 'node:stream/consumers'

import { type CONSOLE, DOCUMENT_ROLES, type FileReply, type Role } from '@partner-office/contracts'
import { Refusal, type TicketFileKind } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { findPartnerFile, type PartnerFile } from '../../business/documents/partner-file.ts'
import { pictureToShow } from '../../business/pictures/recode-picture.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { noteLook } from '../documents/looks.ts'
import { type FileUse, isValidPass, PICTURES } from './file-addresses.ts'

type Asked = {
  readonly params: { readonly file: string }
  readonly query: { readonly until: string; readonly pass: string }
}

/** The calls that show files of partners. Each is one entry of the audit log. Source: requirements DOC-002, DOC-005, INB-006. */
export const fileCalls = ({ core }: Console): Handlers<typeof CONSOLE.files, Caller> => ({
  getFilePicture: async (asked, caller) => {
    const { file, content } = await openFile(core, asked, caller, 'picture')
    if (!PICTURES.includes(file.kind)) throw new Refusal('not_found')
    const picture = await pictureToShow(await buffer(content))
    if (picture === null) throw new Refusal('validation_fail', { field: 'file' })
    return { name: 'picture.jpg', chunks: once(picture) }
  },
  getFilePdf: async (asked, caller) => {
    const { file, content } = await openFile(core, asked, caller, 'pdf')
    if (file.kind !== 'pdf') throw new Refusal('not_found')
    return { name: 'document.pdf', chunks: content }
  },
  getFileOriginal: async (asked, caller): Promise<FileReply> => {
    const { file, content } = await openFile(core, asked, caller, 'original')
    return { name: `${file.of}-${file.object}.${END[file.kind]}`, chunks: content }
  },
})

const END: Readonly<Record<TicketFileKind, string>> = {
  pdf: 'pdf',
  png: 'png',
  jpeg: 'jpg',
  bmp: 'bmp',
  tiff: 'tif',
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Refuses: `not_found`, also for an address of another session, an old one, and a file that the roles do not allow. */
async function openFile(
  core: Core,
  { params: { file: reference }, query: { until, pass } }: Asked,
  caller: Caller,
  use: FileUse,
): Promise<{ readonly file: PartnerFile; readonly content: AsyncIterable<Uint8Array> }> {
  const { session } = signedIn(caller)
  const addressed = { file: reference, use, until: Number(until) }
  const isPassed = isValidPass({ token: caller.token ?? '', now: core.clock() }, pass, addressed)
  const file = isPassed ? await findPartnerFile(core.database.read, reference) : null
  if (file === null || !mayRead(file, session.roles)) throw new Refusal('not_found')
  const details = () => ({
    object: `${file.of} ${file.object}`,
    partnerId: file.partnerId,
    file: reference,
  })
  const command = use === 'original' ? `${file.of} file download` : `${file.of} file show`
  await core.database.transaction(async (tx) => {
    await writeEntries(tx, core.clock(), [{ actor: session.email, command, details }])
    if (file.of === 'document') {
      await noteLook(tx, { id: file.object, operatorId: session.operatorId, now: core.clock() })
    }
  })
  return { file, content: file.content(core) }
}

const mayRead = ({ of }: PartnerFile, roles: readonly Role[]): boolean =>
  of === 'ticket' || DOCUMENT_ROLES.some((role) => roles.includes(role))
