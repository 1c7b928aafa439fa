import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { LEDGER_SIZE } from './ledger-content.ts'
import type { Pgbench } from './pgbench.ts'

export const CLIENTS = 16

/** Transactions per second of the three variants in one round. */
export type Block = { readonly tpcB: number; readonly hot: number; readonly spread: number }

/** One transfer per call in autocommit, sent by pgbench: one round trip and one commit. */
const script = (counter: string): string => `
\\set partner random(1, ${LEDGER_SIZE.partners})
\\set company random(1, ${LEDGER_SIZE.companyAccounts})
\\set n :n + 1
select post_transfer(:block || ':' || :client_id || ':' || :n, :partner, 'UCHAIN_UPT_BONUS', ${counter}, true, 'UPT', 12345::numeric, 'TEAM', 'order 1', 1);
`

/** Runs blocks of a few seconds in turns, so that other work on the machine affects all variants alike. */
export async function measureSingle(
  tpcB: Pgbench,
  product: Pgbench,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Block[]> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-bench-'))
  let block = 0
  const transfers = async (counter: string): Promise<number> => {
    const file = join(directory, 'script.sql')
    writeFileSync(file, script(counter))
    block += 1
    return product.measure({
      clients: CLIENTS,
      seconds,
      script: file,
      variables: { block, n: 0 },
      role: 'partner_office_app',
    })
  }
  try {
    const measures: Record<keyof Block, () => Promise<number>> = {
      tpcB: () => tpcB.measure({ clients: CLIENTS, seconds }),
      hot: () => transfers(`'bonus_expense'`),
      spread: () => transfers(`'company_' || :company`),
    }
    const blocks: Block[] = []
    for (let round = 0; round < rounds; round += 1) {
      const measured = { tpcB: 0, hot: 0, spread: 0 }
      for (const kind of rotated(['tpcB', 'hot', 'spread'] as const, round)) {
        measured[kind] = await measures[kind]()
      }
      blocks.push(measured)
    }
    return blocks
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Rotates the order, so that no variant always comes first or always follows the same one. */
function rotated<T>(kinds: readonly T[], by: number): T[] {
  const first = by % kinds.length
  return [...kinds.slice(first), ...kinds.slice(0, first)]
}
