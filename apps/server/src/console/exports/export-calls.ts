import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { makeExport } from './make-export.ts'
import { deleteExport, listExports, readExport, readFile } from './stored-exports.ts'

/** The calls about exports. */
export const exportCalls = (console: Console): Handlers<typeof CONSOLE.exports, Caller> => {
  const { core } = console
  const sessionOf = (caller: Caller) => signedIn(caller).session
  return {
    postExport: ({ body }, caller) => makeExport(core, body, sessionOf(caller)),
    getExports: async (_input, caller) => ({ content: await listExports(core, sessionOf(caller)) }),
    getExport: ({ params: { id } }, caller) => readExport(core, id, sessionOf(caller)),
    getExportFile: ({ params: { id } }, caller) => readFile(core, id, sessionOf(caller)),
    deleteExport: async ({ params: { id } }, caller) => {
      await deleteExport(core, id, sessionOf(caller))
      return {}
    },
  }
}
