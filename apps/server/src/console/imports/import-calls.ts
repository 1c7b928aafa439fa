import type { CONSOLE, FileReply } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { changeForm, confirmImport, deleteImport, startCheck } from './change-import.ts'
import { readParts } from './import-parts.ts'
import { deleteMapping, listMappings, saveMapping } from './mappings.ts'
import { findImport, listImports, readImport } from './stored-imports.ts'
import { uploadImport } from './upload-import.ts'

/** The calls about imports. */
export const importCalls = (console: Console): Handlers<typeof CONSOLE.imports, Caller> => {
  const { core } = console
  const { read } = core.database
  const sessionOf = (caller: Caller) => signedIn(caller).session
  return {
    getImports: ({ query: { cursor } }) => listImports(read, cursor),
    postImport: ({ parts }, caller) => uploadImport(core, parts, sessionOf(caller)),
    getImport: ({ params: { id } }, caller) => readImport(core, id, sessionOf(caller)),
    putImportForm: async ({ params: { id }, body: { form, version } }, caller) => {
      await changeForm(core, { id, version }, form, sessionOf(caller))
      return readImport(core, id, sessionOf(caller))
    },
    postImportCheck: async ({ params: { id }, body: { version } }, caller) => ({
      jobId: await startCheck(console, { id, version }, sessionOf(caller)),
    }),
    postImportConfirm: async ({ params: { id }, body: { version, reason } }, caller) => ({
      jobId: await confirmImport(console, { id, version }, reason, sessionOf(caller)),
    }),
    deleteImport: async ({ params: { id } }, caller) => {
      await deleteImport(core, id, sessionOf(caller))
      return {}
    },
    getImportProblems: ({ params: { id } }) => problemsFile(core, id),
    getImportMappings: async () => ({ content: await listMappings(read) }),
    postImportMapping: async ({ body }, caller) => ({
      id: await saveMapping(core, body, sessionOf(caller)),
    }),
    deleteImportMapping: async ({ params: { id } }, caller) => {
      await deleteMapping(core, id, sessionOf(caller))
      return {}
    },
  }
}

async function problemsFile(core: Core, id: number): Promise<FileReply> {
  const { result } = await findImport(core.database.read, id)
  if (result === null || result.bad === 0) throw new Refusal('not_found')
  const chunks = readParts(core, { importId: id, content: 'problems' })
  return { name: `import-${id}-problems.csv`, chunks }
}
