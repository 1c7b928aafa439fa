import type { OFFICE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { CallRefused } from '../../http/call-refused.ts'
import type { Handlers } from '../../input/handlers.ts'
import { readDisclosureFile, type Which } from '../disclosure/read-disclosures.ts'

/** The signed files of disclosures; one that does not exist is 404. Source: DIS-007. */
export const disclosureFileCalls = ({
  database,
}: Core): Handlers<typeof OFFICE.disclosureFiles, unknown> => {
  const fileOf = async (which: Which, kind: 'content' | 'csv', ending: string) => {
    const texts = await readDisclosureFile(database, which).catch(asNotFound)
    const name = `income-disclosure-${which.month}-${which.months}.${ending}`
    return { name, chunks: chunksOf(texts[kind]) }
  }
  return {
    getDisclosureData: ({ params, query }) => fileOf({ ...params, ...query }, 'content', 'json'),
    getDisclosureTable: ({ params, query }) => fileOf({ ...params, ...query }, 'csv', 'csv'),
  }
}

function asNotFound(error: unknown): never {
  throw error instanceof Refusal ? new CallRefused(404, 'not_found') : error
}

async function* chunksOf(content: string): AsyncGenerator<string> {
  yield content
}
