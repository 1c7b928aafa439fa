import { planDocumentIn } from '@partner-office/contracts'
import { MOST_PLAN_BYTES, planText, Refusal } from '@partner-office/domain'

import { InvalidInput } from '../../input/invalid-input.ts'
import { checkedPlan, loadPlan } from '../../business/settings/load-plan.ts'
import {
  bytesOf,
  DONE,
  type Handler,
  inputOf,
  instantText,
  REFUSED,
  refusedFile,
} from './handler.ts'

export const planShow: Handler = async ({ core, command, io }) => {
  const { read } = core.database
  const asked = Number(command.options['version'] ?? 0)
  const versions = await core.plans.versions(read)
  const inForce = await core.plans.at(read, core.clock())
  const shown = asked === 0 ? inForce : versions.find(({ version }) => version === asked)
  if (shown === undefined)
    throw new Refusal('not_found', { reason: `there is no plan version ${asked}` })

  io.note(`version ${shown.version}, valid from ${instantText(shown.plan.validFrom)}`)
  io.note(`versions loaded: ${versions.map(({ version }) => version).join(', ')}`)
  await io.out(planText(shown.plan))
  return DONE
}

export const planCheck: Handler = async ({ io }) => {
  try {
    const { validFrom } = checkedPlan(await readDocument(inputOf(io)))
    await io.out(`the plan can be loaded; it would be valid from ${instantText(validFrom)}\n`)
    return DONE
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    for (const { place, problem } of error.problems) await io.out(`${place}: ${problem}\n`)
    return REFUSED
  }
}

export const planLoad: Handler = async ({ core, actor, io }) => {
  const { version, validFrom } = await loadPlan(core, await readDocument(inputOf(io)), actor)
  await io.out(`plan version ${version} loaded; valid from ${instantText(validFrom)}\n`)
  return DONE
}

async function readDocument(input: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = await bytesOf(input, MOST_PLAN_BYTES, 'the file is larger than a plan can be')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return planDocumentIn(text)
  } catch (error) {
    throw refusedFile(`the file is not JSON: ${(error as Error).message}`)
  }
}
