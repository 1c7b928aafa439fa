import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import {
  addTemplate,
  changeTemplate,
  readTemplate,
  readTemplates,
  removeTemplate,
} from './templates.ts'

/** The calls about templates of answers and reasons. */
export const templateCalls = ({ core }: Console): Handlers<typeof CONSOLE.templates, Caller> => {
  const { read } = core.database
  const act = <T>(
    caller: Caller,
    command: string,
    details: object,
    run: (core: Core, tx: Tx, operatorId: number) => Promise<T>,
  ): Promise<T> => {
    const { email, operatorId } = signedIn(caller).session
    const entry = { actor: email, command: `templates ${command}`, details: () => details }
    return audited(core, entry, (on) => on.database.transaction((tx) => run(on, tx, operatorId)))
  }
  return {
    getTemplates: async ({ query: { use } }) => ({ content: await readTemplates(read, use) }),
    postTemplate: async ({ body }, caller) => {
      const details = { object: body.name, use: body.use, texts: body.texts }
      const id = await act(caller, 'add', details, (on, tx, by) => addTemplate(on, tx, body, by))
      return readTemplate(read, id)
    },
    putTemplate: async ({ params: { id }, body }, caller) => {
      const details = { object: body.name, template: id, texts: body.texts }
      await act(caller, 'change', details, (on, tx, by) => changeTemplate(on, tx, id, body, by))
      return readTemplate(read, id)
    },
    deleteTemplate: async ({ params: { id } }, caller) => {
      const { name } = await readTemplate(read, id)
      await act(caller, 'remove', { object: name, template: id }, (_on, tx) =>
        removeTemplate(tx, id),
      )
      return {}
    },
  }
}
