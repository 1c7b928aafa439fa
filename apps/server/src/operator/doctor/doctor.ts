import { liveOwner } from '../../db/data-owner.mjs'
import { type Environment, readEnvironment } from '../../env.ts'
import { askOwner } from '../ask-owner.ts'
import type { Command } from '../command-table.ts'
import { counted } from '../counted.ts'
import { standardOutput } from '../output.ts'
import { examine } from './examine.ts'
import { type Finding, findingsText } from './finding.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * `office doctor`: prints what is wrong with a set-up; exit status 1 when something is. What an embedded database holds, the
 * process that owns it tells.
 *
 * Source: cluster.md, OBS-008.
 */
export async function doctor(command: Command, variables: Variables): Promise<number> {
  const findings = await findingsOf(command, variables)
  await standardOutput.write(findingsText(findings, command.options['json'] !== undefined))
  process.stderr.write(`${counted(findings.length, 'finding')}\n`)
  return findings.length === 0 ? 0 : 1
}

async function findingsOf(command: Command, variables: Variables): Promise<readonly Finding[]> {
  const environment = environmentOf(variables)
  if ('code' in environment) return [environment]
  const patroniFile = variables['PATRONI_FILE']
  return [...(await examine(environment, patroniFile)), ...(await ownData(command, environment))]
}

function environmentOf(variables: Variables): Environment | Finding {
  try {
    return readEnvironment(variables)
  } catch (error) {
    return {
      code: 'environment_wrong',
      problem: `${(error as Error).message}.`,
      effect: 'No process starts, and nothing else could be examined.',
      remedy: 'Correct the variable.',
    }
  }
}

/** Faults in the data of an embedded database. */
async function ownData(command: Command, environment: Environment): Promise<readonly Finding[]> {
  if (environment.databaseUrl !== null) return []
  const owner = liveOwner(environment.dataDir)
  let text = ''
  const out = async (chunk: string | Uint8Array) => void (text += String(chunk))
  const io = { input: null, out, note: () => {}, progress: () => {} }
  const asked = { words: ['doctor', '--json'], command, passphrase: undefined }
  try {
    if (owner === null) throw new Error('no server runs')
    await askOwner(asked, environment, owner, io)
    return JSON.parse(text) as Finding[]
  } catch (error) {
    const reason = (error as Error).message
    process.stderr.write(`The data in the embedded database were not examined: ${reason}\n`)
    return []
  }
}
