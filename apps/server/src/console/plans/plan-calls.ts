import type { CONSOLE, FileReply } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { audited } from '../../business/audit/audit-log.ts'
import { addDraft, draftById, removeDraft, saveDraft } from '../../business/plans/drafts.ts'
import { countUses, listVersions, versionText } from '../../business/plans/versions.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { countHolders } from './count-holders.ts'
import { listDrafts, readDraft } from './read-drafts.ts'

/** The calls about plan versions and drafts. To load or withdraw one is a proposal: see `kinds-of-plans.ts`. */
export const planCalls = ({ core }: Console): Handlers<typeof CONSOLE.plans, Caller> => {
  const { read } = core.database
  return {
    getPlanVersions: async () => ({ content: await listVersions(core) }),
    getPlanUses: () => countUses(read),
    getPlanHolders: () => countHolders(core),
    getPlanVersion: async ({ params: { version } }) => ({
      ...(await listedVersion(core, version)),
      text: await versionText(core, read, version),
    }),
    getPlanVersionFile: async ({ params: { version } }) =>
      fileOf(`plan-${version}.json`, await versionText(core, read, version)),
    getPlanDrafts: async () => ({ content: await listDrafts(core) }),
    getPlanDraft: ({ params: { id } }) => readDraft(core, id),
    getPlanDraftFile: async ({ params: { id } }) =>
      fileOf(`plan-draft-${id}.json`, (await draftById(read, id)).document),
    ...draftActs(core),
  }
}

type DraftActs = 'postPlanDraft' | 'putPlanDraft' | 'deletePlanDraft'

const draftActs = (core: Core): Pick<Handlers<typeof CONSOLE.plans, Caller>, DraftActs> => {
  const act = <T>(
    caller: Caller,
    command: string,
    details: object,
    run: (core: Core, tx: Tx, operatorId: number) => Promise<T>,
  ): Promise<T> => {
    const { email, operatorId } = signedIn(caller).session
    const entry = { actor: email, command: `plan draft ${command}`, details: () => details }
    return audited(core, entry, (on) => on.database.transaction((tx) => run(on, tx, operatorId)))
  }
  return {
    postPlanDraft: async ({ body }, caller) => {
      const details = { object: body.name, from: body.from }
      const id = await act(caller, 'add', details, (on, tx, by) => addDraft(on, tx, body, by))
      return readDraft(core, id)
    },
    putPlanDraft: async ({ params: { id }, body }, caller) => {
      const details = { object: body.name, draft: id, version: body.version }
      await act(caller, 'save', details, (on, tx, by) => saveDraft(on, tx, id, body, by))
      return readDraft(core, id)
    },
    deletePlanDraft: async ({ params: { id }, query: { version } }, caller) => {
      const { name } = await draftById(core.database.read, id)
      const details = { object: name, draft: id, version }
      await act(caller, 'remove', details, (_on, tx) => removeDraft(tx, id, version))
      return {}
    },
  }
}

async function listedVersion(core: Core, number: number) {
  const found = (await listVersions(core)).find(({ version }) => version === number)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

const fileOf = (name: string, text: string): FileReply => ({ name, chunks: once(text) })

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
