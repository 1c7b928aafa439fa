/**
 * INB-001: the inbox of the console on PostgreSQL: searches and filters at 1,000,000 tickets.
 *
 * Figure: 95 of 100 answers come within 300 ms, for words of all, of one in a hundred and of one ticket, for no match, and for filters.
 *
 * Usage: node bench/inbox.ts [--tickets 1000000]
 */
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { listInbox } from '../apps/server/src/console/inbox/list-inbox.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { asUpload, openTestCore } from '../apps/server/src/testing/core.ts'
import { chainText } from '../apps/server/src/testing/network-files.ts'
import { finish, p95, withCluster } from './lib/report.ts'

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '1000000' } } })
const TICKETS = Number(values.tickets)
const PARTNERS = 1_000
const MOST_MS = 300
const ANSWERS = 20

/** Every tenth ticket is open; every tenth has an answer. */
const QUESTIONS = {
  'a word of all': { state: 'all', search: 'payout' },
  'two words of all': { state: 'all', search: 'payout where' },
  'a word of one in a hundred': { state: 'all', search: 'hundred7' },
  'a word of one ticket': { state: 'all', search: `number${TICKETS / 2}` },
  'no match': { state: 'all', search: 'nowhere' },
  'a word of all, and one that none has with it': { state: 'all', search: 'payout nowhere' },
  'a word of all among the open ones': { state: 'open', search: 'payout' },
  'a word of answers': { state: 'all', search: 'answered7' },
  'open ones': { state: 'open' },
  'open ones of a language': { state: 'open', language: 'de' },
  'one partner': { state: 'all', partner: 7 },
  'nobody has them': { state: 'WAITING', assignee: 'none' },
} as const

await withCluster(async ({ newDatabase }) => run(await newDatabase('inbox')))

async function run(url: string): Promise<void> {
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  await importPartners(core, asUpload(chainText(PARTNERS)))
  await database.close()
  await fill(url)
  const filled = await openDatabase({ url })
  const slow: string[] = []
  const lines: string[] = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const ms = await p95(ANSWERS, () => listInbox({ ...core, database: filled }, question, 1))
    lines.push(`${name}: ${ms.toFixed(1)} ms`)
    if (ms > MOST_MS) slow.push(name)
  }
  finish({
    name: 'inbox',
    lines,
    on: `${TICKETS.toLocaleString('en')} tickets on PostgreSQL`,
    passed: slow.length === 0,
  })
  await filled.close()
}

/** On a connection of its own: statements of the product end after a time that this is too long for. */
async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into tickets (partner_id, type, comment, state, folder, created_at, next_at)
      select 1 + n % ${PARTNERS}, 1, 'Where is my payout of May, number' || n || ' and hundred' || n % 100, 'received', 'f' || n, n, n
      from generate_series(1, ${TICKETS}) n`)
    await client.query(`
      update console.ticket_desks d set state = case when ticket_id % 10 = 0 then 'WAITING' else 'CLOSED' end, words_made = true,
        words = array['where', 'is', 'my', 'payout', 'of', 'may', 'number' || ticket_id, 'and', 'hundred' || ticket_id % 100]
          || case when ticket_id % 10 = 1 then array['answered' || ticket_id % 1000, 'on', 'monday'] else '{}' end`)
    await client.query('analyze tickets; analyze console.ticket_desks')
  } finally {
    await client.end()
  }
}
