import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { callsOf, CONSOLE, type Contract, type Import } from '@partner-office/contracts'
import { sql } from 'kysely'
import { monthText } from '@partner-office/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { beginClosing, prepareClosing } from '../business/months/prepare-closing.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { setAuthenticator } from '../passport/accounts/accounts.ts'
import { requestData } from '../passport/accounts/data-requests.ts'
import { codeAt } from '../proofs/totp.ts'
import { adjust } from '../testing/adjust.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import {
  type Browser,
  linkToken,
  OPERATOR_PASSWORD,
  OperatorsDesk,
} from '../testing/operators-desk.ts'
import { changeJob, insertJob } from './jobs/stored-jobs.ts'
import { storeDispute } from '../testing/store-dispute.ts'
import { recordOrder } from '../testing/record-order.ts'
import { samplePdf, samplePng } from '../testing/sample-files.ts'

const REASON = 'as the meeting has decided'

/** Words that no entry may hold: each call that takes a secret or a contact gets one. */
const CANARY = 'canary'

/** What a call did: its answer's code, and the entries that it has written. */
type Done = { readonly code: string | undefined }

/** Calls each by the name of its contract; a call that changes nothing says so. */
type Example = {
  /** The entries that a call which is done makes; none: it changes nothing and shows no unmasked personal data. */
  readonly entries: number
  readonly call: (desk: OperatorsDesk, by: Browser) => Promise<Done>
  /** A call that is refused, for those that change something. */
  readonly refused?: (desk: OperatorsDesk, by: Browser) => Promise<Done>
  /** Entries of the refused call: only a failed sign-in makes one. */
  readonly refusedEntries?: number
}

const nameOf = ({ method, path }: Contract): string => `${method} ${path}`

const CALLS = callsOf(...Object.values(CONSOLE))

/** A GET call reads: it makes no entry, unless it shows unmasked personal data. */
const READS = CALLS.filter(({ method }) => method === 'GET')

const versionOf = async (desk: OperatorsDesk, by: Browser, path: string): Promise<string> =>
  (await desk.as(by, 'GET', path)).data.version

const added = async (desk: OperatorsDesk, by: Browser) => {
  const email = `${CANARY}-${Math.round(desk.clock.now)}-${(next += 1)}@example.com`
  const { data } = await desk.as(by, 'POST', 'operators', { email, roles: ['viewer'] })
  return data as { id: number; version: number }
}
let next = 0

const onOperator =
  (what: string, method: 'POST' | 'PUT' = 'POST', more: object = {}) =>
  async (desk: OperatorsDesk, by: Browser) => {
    const { id, version } = await added(desk, by)
    await begin()
    return desk.as(by, method, `operators/${id}/${what}`, { version, ...more })
  }

/** Entries before this were made by what a call needs. */
let preparing: () => Promise<void> = async () => {}
const begin = () => preparing()

const simple =
  (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (desk: OperatorsDesk, by: Browser) =>
    desk.as(by, method, path, body)

const proposeIn = (desk: OperatorsDesk, by: Browser) => {
  const asked = { kind: 'setting', object: 'paymentsEnabled', values: { value: 'FALSE' } }
  return desk.as(by, 'POST', 'proposals', { ...asked, reason: REASON })
}
const proposed = async (desk: OperatorsDesk, by: Browser) =>
  (await proposeIn(desk, by)).data as { id: number; version: number }

const post = {
  language: 'en',
  title: 'Title',
  category: 'News',
  date: '2026-01-01',
  content: `${CANARY} text`,
}

const form = (fields: Record<string, string>, bytes: Buffer) => {
  const sent = new FormData()
  for (const [name, value] of Object.entries(fields)) sent.set(name, value)
  sent.append('file', new Blob([new Uint8Array(bytes)]), `${CANARY}.bin`)
  return sent
}

/** A job that waits, and that nobody runs. */
const jobOf = async (desk: OperatorsDesk, { email }: Browser): Promise<number> => {
  const { core } = desk
  const byId = await desk.idOf(email)
  const asked = { kind: 'verify', object: `job ${(next += 1)}`, byId } as const
  return core.database.transaction((tx) => insertJob(core, tx, asked))
}

const ALERT = { name: 'diskLow', object: 'app1' }
const SILENCE = { hours: 1, reason: REASON }
const silenced = async (desk: OperatorsDesk, by: Browser) => {
  const standing = { ...ALERT, sentence: 'The disk is nearly full', parameters: '{}', since: 0 }
  await desk.core.database.transaction((tx) =>
    tx
      .insertInto('console.alerts')
      .values(standing)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return desk.as(by, 'POST', 'today/silences', { ...ALERT, ...SILENCE })
}

/** The second operator of the tests. */
let second: Browser

/** Nobody answers at this address, which is public: a call of a test ends at once. */
const endpoint = { address: 'https://0.0.0.0.invalid/', note: 'Shop', types: ['order.recorded'] }

/** Partner 1 is known to every desk of these tests. */
const held = {
  partnerId: 1,
  account: 'CASH',
  amount: '1.00',
  reason: 'for the partner',
  internalReason: REASON,
  until: null,
}

/** An act on an endpoint that has just been added. */
const onEndpoint =
  (method: 'POST' | 'PUT' | 'DELETE', what: string, body: object = {}, kind = 'versioned') =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const { id, version } = (await desk.as(by, 'POST', 'endpoints', endpoint)).data.endpoint
    await begin()
    const asked = kind === 'versioned' ? { ...body, version } : body
    const hasBody = method !== 'DELETE' && what !== '/test'
    return desk.as(by, method, `endpoints/${id}${what}`, hasBody ? asked : undefined)
  }

const ORDER_FILE = 'orderId,partnerId,paidAt,amount\n1,999999,2026-01-01,1.00\n'

/** A file of orders that was uploaded. */
const uploaded = async (desk: OperatorsDesk, by: Browser) => {
  const sent = form({ kind: 'orders' }, Buffer.from(ORDER_FILE))
  const { id } = (await desk.sendForm(by, '/console/v1/imports', sent)).data
  return (await desk.as(by, 'GET', `imports/${id}`)).data as Import
}

/** An act on a file that has just been uploaded. */
const onImport =
  (method: 'POST' | 'PUT' | 'DELETE', what: string, body: (file: Import) => object | undefined) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const file = await uploaded(desk, by)
    await begin()
    return desk.as(by, method, `imports/${file.id}${what}`, body(file))
  }

/** A confirmed file whose check was made on other data: its import refuses a line, so it makes no entry. */
const confirmed = async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
  const { id, version } = await uploaded(desk, by)
  await desk.core.database.transaction((tx) =>
    tx
      .updateTable('console.imports')
      .set({ state: 'CHECKED', result: JSON.stringify({ bad: 0, problems: [] }) })
      .where('id', '=', id)
      .execute(),
  )
  await begin()
  return desk.as(by, 'POST', `imports/${id}/confirm`, { version, reason: REASON })
}

const mapped = async (desk: OperatorsDesk, by: Browser): Promise<number> => {
  const { id: importId } = await uploaded(desk, by)
  const { data } = await desk.as(by, 'POST', 'import-mappings', { importId, name: 'Shop' })
  return data.id
}

/** A payout that nothing bars. */
async function payoutIn({ core, clock }: OperatorsDesk): Promise<number> {
  const { read } = core.database
  await sql`update payout_routes set verification_required = false`.execute(read)
  await core.database.transaction(async (tx) => {
    await tx.deleteFrom('passport.authenticators').where('userId', '=', 1).execute()
    await setAuthenticator(core, tx, 1, 'JBSWY3DPEHPK3PXP')
  })
  const { rows } = await sql<{ id: number }>`
    insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at, created_at)
    values (1, 'UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN', ${`address ${(next += 1)}`}, 2, 1, 1, '{}', ${clock.now}, ${clock.now})
    returning id`.execute(read)
  return rows[0]!.id
}

/** An act on a payout that waits, or that the operator has taken up. */
const onPayout =
  (what: string, body: (id: number) => object, isTaken = true) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const id = await payoutIn(desk)
    if (isTaken) await desk.as(by, 'POST', `payouts/${id}/take`, { version: 1 })
    await begin()
    return desk.as(by, 'POST', `payouts/${id}/${what}`, { version: isTaken ? 2 : 1, ...body(id) })
  }

const txIdOf = (id: number): string => id.toString(16).padStart(64, '0')
const ROUTE = { payoutFrom: 'UCHAIN_UCN_BONUS', payoutTo: 'UCN_XRC10_WHITE' }
const STOP = { reason: REASON, until: null }

/** The month so many months before the present one. */
const monthAgo = ({ clock }: OperatorsDesk, months: number): string => {
  const at = new Date(clock.now)
  return monthText(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months))
}

/** A check of the present month that warns, once its dry run has ended. */
async function openCheck(desk: OperatorsDesk, by: Browser) {
  const month = monthAgo(desk, 0)
  await desk.as(by, 'POST', `periods/${month}/dry-run`)
  for (;;) {
    const { dryRun } = (await desk.as(by, 'GET', `periods/${month}`)).data
    const check = dryRun?.checks.find(({ name }: { name: string }) => name === 'backup')
    if (check !== undefined) {
      return { basis: check.basis, path: `periods/${month}/checks/backup/accept` }
    }
    await wait(20)
  }
}

/** An act on the month before the present one, which is closed. */
const onSealed =
  (what: string, body?: object) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const month = monthAgo(desk, 1)
    await desk.run(`close ${month}`)
    await begin()
    return desk.as(by, 'POST', `periods/${month}/${what}`, body)
  }
/** An act on a dispute that has just been opened. */
const onDispute = (act: string, body: object): Example => ({
  entries: 1,
  call: async (desk, by) => {
    const id = await storeDispute(desk.core, 1, (next += 1))
    return desk.as(by, 'POST', `disputes/${id}/${act}`, { version: 1, ...body })
  },
  refused: simple('POST', `disputes/999999/${act}`, { version: 1, ...body }),
})

/** A document in review of the partner. */
const document = async (desk: OperatorsDesk): Promise<number> => {
  const { read } = desk.core.database
  await read.deleteFrom('passport.verifications').execute()
  const sent = { userId: 1, documentType: 'PHONE', status: 'PENDING', updatedAt: 0 } as const
  const { id } = await read
    .insertInto('passport.verifications')
    .values({ ...sent, fields: JSON.stringify({ phone: { value: CANARY, verified: false } }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const onDocument =
  (what: string, body: object = {}) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const id = await document(desk)
    await begin()
    return desk.as(by, 'POST', `documents/${id}/${what}`, { version: 1, ...body })
  }

/** A ticket of the partner. */
const ticket = async (desk: OperatorsDesk): Promise<number> => {
  const folder = `folder ${(next += 1)}`
  const { id } = await desk.core.database.read
    .insertInto('tickets')
    .values({
      partnerId: 1,
      type: 1,
      comment: CANARY,
      bonusType: null,
      confirmAt: null,
      email: '',
      state: 'received',
      folder,
      createdAt: 0,
      nextAt: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const onTicket =
  (what: string, body: object = {}) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const into = what === 'join' ? { into: await ticket(desk) } : {}
    const id = await ticket(desk)
    await begin()
    return desk.as(by, 'POST', `inbox/${id}/${what}`, { version: 1, ...into, ...body })
  }

const noTicket = (what: string, body: object = {}) =>
  simple('POST', `inbox/999999/${what}`, { version: 1, ...body })

const template = () => ({ use: 'TICKET', name: `Template ${(next += 1)}`, texts: { en: 'Hello' } })

const onTemplate =
  (method: 'PUT' | 'DELETE') =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const { use: _use, ...written } = template()
    const { id } = (await desk.as(by, 'POST', 'inbox/templates', template())).data
    await begin()
    const body = method === 'PUT' ? { ...written, version: 1 } : undefined
    return desk.as(by, method, `inbox/templates/${id}`, body)
  }

/** An act on a draft of a plan that has just been added. */
const onDraft =
  (act: (id: number) => readonly ['PUT' | 'DELETE', string, object?]) =>
  async (desk: OperatorsDesk, by: Browser): Promise<Done> => {
    const { data } = await desk.as(by, 'POST', 'plan/drafts', { name: 'Draft', from: 'empty' })
    await begin()
    const [method, path, body] = act(data.id)
    return desk.as(by, method, `plan/drafts/${path}`, body)
  }
const note = { text: `${CANARY} text`, isForPartner: false }

/** A registration that waits for its confirmation. */
async function waiting({ core }: OperatorsDesk): Promise<string> {
  const { read } = core.database
  const userId = 1_000 + (next += 1)
  const email = `${CANARY}-${userId}@example.com`
  await read
    .insertInto('passport.accounts')
    .values({ userId, email, emailConfirmed: false, createdAt: 0 })
    .execute()
  const names = { firstName: CANARY, lastName: 'X', countryId: 'DE', uiLanguage: 'en' }
  await read
    .insertInto('registrations')
    .values({ userId, sponsorId: 1, ...names })
    .execute()
  return email
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'POST /console/v1/imports': {
    entries: 1,
    call: (desk, by) =>
      desk.sendForm(by, '/console/v1/imports', form({ kind: 'orders' }, Buffer.from(ORDER_FILE))),
    refused: (desk, by) =>
      desk.sendForm(by, '/console/v1/imports', form({ kind: 'rates' }, Buffer.from(ORDER_FILE))),
  },
  'PUT /console/v1/imports/:id/form': {
    entries: 1,
    call: onImport('PUT', '/form', ({ form: read, version }) => ({ form: read, version })),
    refused: onImport('PUT', '/form', ({ form: read }) => ({ form: read, version: 999 })),
  },
  'POST /console/v1/imports/:id/check': {
    entries: 1,
    call: onImport('POST', '/check', ({ version }) => ({ version })),
    refused: onImport('POST', '/check', () => ({ version: 999 })),
  },
  'POST /console/v1/imports/:id/confirm': {
    entries: 2,
    call: confirmed,
    refused: onImport('POST', '/confirm', ({ version }) => ({ version, reason: REASON })),
  },
  'DELETE /console/v1/imports/:id': {
    entries: 1,
    call: onImport('DELETE', '', () => undefined),
    refused: simple('DELETE', 'imports/999999'),
  },
  'POST /console/v1/import-mappings': {
    entries: 1,
    call: async (desk, by) => {
      const { id: importId } = await uploaded(desk, by)
      await begin()
      return desk.as(by, 'POST', 'import-mappings', { importId, name: 'Shop' })
    },
    refused: simple('POST', 'import-mappings', { importId: 999_999, name: 'Shop' }),
  },
  'DELETE /console/v1/import-mappings/:id': {
    entries: 1,
    call: async (desk, by) => {
      const id = await mapped(desk, by)
      await begin()
      return desk.as(by, 'DELETE', `import-mappings/${id}`)
    },
    refused: simple('DELETE', 'import-mappings/999999'),
  },
  'POST /console/v1/login': {
    entries: 1,
    call: async (desk, { email, secret }) =>
      desk.call('POST', 'login', { email, password: OPERATOR_PASSWORD, code: desk.code(secret) }),
    refused: async (desk, { email }) =>
      desk.call('POST', 'login', { email, password: `${CANARY}-password` }),
    refusedEntries: 1,
  },
  'PUT /console/v1/config/settings': {
    entries: 1,
    call: simple('PUT', 'config/settings', { values: { newsfeed: 'FALSE' }, seen: {} }),
    refused: simple('PUT', 'config/settings', { values: { newsfeed: 'no' }, seen: {} }),
  },
  'POST /console/v1/config/settings/check': {
    entries: 0,
    call: simple('POST', 'config/settings/check', { values: { newsfeed: 'FALSE' } }),
  },
  'PUT /console/v1/config/rates': {
    entries: 1,
    call: async (desk, by) => {
      const { content } = (await desk.as(by, 'GET', 'config/rates')).data
      const { id: last, from, to, rateType } = content[0]
      const rate = content[0].rate
      return desk.as(by, 'PUT', 'config/rates', { rates: [{ from, to, rateType, rate, last }] })
    },
    refused: simple('PUT', 'config/rates', {
      rates: [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '99', last: null }],
    }),
  },
  'POST /console/v1/config/news': {
    entries: 1,
    call: simple('POST', 'config/news', post),
    refused: simple('POST', 'config/news', { ...post, date: 'soon' }),
  },
  'PUT /console/v1/config/news/:id': {
    entries: 1,
    call: async (desk, by) => {
      const { id, version } = (await desk.as(by, 'POST', 'config/news', post)).data
      await begin()
      return desk.as(by, 'PUT', `config/news/${id}`, { ...post, version })
    },
    refused: simple('PUT', 'config/news/999999', { ...post, version: 'x' }),
  },
  'DELETE /console/v1/config/news/:id': {
    entries: 1,
    call: async (desk, by) => {
      const { id, version } = (await desk.as(by, 'POST', 'config/news', post)).data
      await begin()
      return desk.as(by, 'DELETE', `config/news/${id}`, { version })
    },
    refused: simple('DELETE', 'config/news/999999', { version: 'x' }),
  },
  'POST /console/v1/config/news/preview': {
    entries: 0,
    call: simple('POST', 'config/news/preview', post),
  },
  'POST /console/v1/config/pictures': {
    entries: 1,
    call: (desk, by) =>
      desk.sendForm(by, 'config/pictures', form({ language: 'en', name: 'a.png' }, samplePng())),
    refused: (desk, by) =>
      desk.sendForm(by, 'config/pictures', form({ language: 'en', name: 'a.png' }, samplePdf())),
  },
  'POST /console/v1/config/legals/preview': {
    entries: 0,
    call: simple('POST', 'config/legals/preview', { documents: [] }),
  },
  'PUT /console/v1/config/legals': {
    entries: 1,
    call: async (desk, by) => {
      const { content, version } = (await desk.as(by, 'GET', 'config/legals')).data
      const documents = content.map(({ name, file }: Record<string, string>) => ({ name, file }))
      return desk.as(by, 'PUT', 'config/legals', { documents, version })
    },
    refused: simple('PUT', 'config/legals', { documents: [], version: 'x' }),
  },
  'POST /console/v1/config/legals/file': {
    entries: 1,
    call: (desk, by) =>
      desk.sendForm(
        by,
        'config/legals/file',
        form({ language: 'en', name: 'terms.pdf' }, samplePdf()),
      ),
    refused: (desk, by) =>
      desk.sendForm(by, 'config/legals/file', form({ language: 'en', name: 'x' }, samplePdf())),
  },
  'PUT /console/v1/config/events': {
    entries: 1,
    call: async (desk, by) => {
      const version = await versionOf(desk, by, 'config/events')
      return desk.as(by, 'PUT', 'config/events', { events: [], version })
    },
    refused: simple('PUT', 'config/events', { events: [], version: 'x' }),
  },
  'PUT /console/v1/config/countries': {
    entries: 1,
    call: async (desk, by) => {
      const version = await versionOf(desk, by, 'config/countries')
      return desk.as(by, 'PUT', 'config/countries', { barred: ['FR'], restricted: [], version })
    },
    refused: simple('PUT', 'config/countries', { barred: [], restricted: [], version: 'x' }),
  },
  'POST /console/v1/integrity/heads/check': {
    entries: 0,
    call: async (desk, by) => {
      const { text } = (await desk.as(by, 'GET', 'integrity/heads')).data
      return desk.as(by, 'POST', 'integrity/heads/check', { text })
    },
  },
  'POST /console/v1/integrity/acknowledgements': {
    entries: 1,
    call: async (desk, by) => {
      const jobId = await jobOf(desk, by)
      const result = { checks: 1, found: 1, differences: ['order 1'] }
      await changeJob(desk.core, jobId, { state: 'DONE', result })
      const known = { jobId, difference: 'order 1', reason: REASON }
      return desk.as(by, 'POST', 'integrity/acknowledgements', known)
    },
    refused: simple('POST', 'integrity/acknowledgements', {
      jobId: 999_999,
      difference: 'order 1',
      reason: REASON,
    }),
  },
  'POST /console/v1/partners/:id/contacts': {
    entries: 1,
    call: simple('POST', 'partners/1/contacts', { reason: REASON }),
    refused: simple('POST', 'partners/999999/contacts', { reason: REASON }),
  },
  'POST /console/v1/partners/:id/views': {
    entries: 1,
    call: simple('POST', 'partners/1/views', { reason: REASON }),
    refused: simple('POST', 'partners/999999/views', { reason: REASON }),
  },
  'POST /console/v1/partners/:id/guard': {
    entries: 1,
    call: simple('POST', 'partners/1/guard', { act: 'BLOCK', reason: REASON }),
    refused: simple('POST', 'partners/999999/guard', { act: 'BLOCK', reason: REASON }),
  },
  'POST /console/v1/partners/:id/help': {
    entries: 1,
    call: simple('POST', 'partners/1/help', { act: 'HIDE', reason: REASON }),
    refused: simple('POST', 'partners/999999/help', { act: 'HIDE', reason: REASON }),
  },
  'POST /console/v1/partners/:id/notes': {
    entries: 1,
    call: simple('POST', 'partners/1/notes', note),
    refused: simple('POST', 'partners/999999/notes', note),
  },
  'POST /console/v1/partners/:id/notes/:note/strike': {
    entries: 1,
    call: async (desk, by) => {
      const { id } = (await desk.as(by, 'POST', 'partners/1/notes', note)).data
      await begin()
      return desk.as(by, 'POST', `partners/1/notes/${id}/strike`, { reason: REASON })
    },
    refused: simple('POST', 'partners/1/notes/999999/strike', { reason: REASON }),
  },
  'POST /console/v1/partners/:id/data-request/refuse': {
    entries: 1,
    call: async (desk, by) => {
      await requestData(desk.core, 1, 'EXPORT')
      return desk.as(by, 'POST', 'partners/1/data-request/refuse', {
        kind: 'EXPORT',
        reason: REASON,
      })
    },
    refused: simple('POST', 'partners/1/data-request/refuse', { kind: 'ERASURE', reason: REASON }),
  },
  'POST /console/v1/partners/:id/personal-data': {
    entries: 1,
    call: simple('POST', 'partners/1/personal-data', { reason: REASON }),
    refused: simple('POST', 'partners/999999/personal-data', { reason: REASON }),
  },
  'POST /console/v1/partners/:id/payout-mail': {
    entries: 1,
    call: async (desk, by) => {
      const payoutId = await payoutIn(desk)
      await begin()
      return desk.as(by, 'POST', 'partners/1/payout-mail', { payoutId, reason: REASON })
    },
    refused: simple('POST', 'partners/1/payout-mail', { payoutId: 999_999, reason: REASON }),
  },
  'POST /console/v1/confirmation-mail': {
    entries: 1,
    call: async (desk, by) => {
      const email = await waiting(desk)
      await begin()
      return desk.as(by, 'POST', 'confirmation-mail', { email, reason: REASON })
    },
    refused: simple('POST', 'confirmation-mail', {
      email: `${CANARY}@nowhere.example`,
      reason: REASON,
    }),
  },
  'POST /console/v1/exports': {
    entries: 1,
    call: simple('POST', 'exports', {
      list: 'residents',
      filters: { code: 'DE' },
      columns: ['id', 'email'],
      withContacts: true,
      reason: REASON,
    }),
    refused: simple('POST', 'exports', { list: 'residents', filters: {}, columns: ['id'] }),
  },
  'DELETE /console/v1/exports/:id': {
    entries: 1,
    call: async (desk, by) => {
      const { data } = await desk.as(by, 'POST', 'exports', { list: 'events', columns: ['id'] })
      await begin()
      return desk.as(by, 'DELETE', `exports/${data.id}`)
    },
    refused: simple('DELETE', 'exports/999999'),
  },
  'POST /console/v1/operators': {
    entries: 1,
    call: (desk, by) =>
      desk.as(by, 'POST', 'operators', {
        email: `new-${(next += 1)}@example.com`,
        roles: ['viewer'],
      }),
    refused: simple('POST', 'operators', { email: 'x@example.com', roles: ['admin'] }),
  },
  'PUT /console/v1/operators/:id/roles': {
    entries: 1,
    call: onOperator('roles', 'PUT', { roles: ['support'] }),
    refused: simple('PUT', 'operators/999999/roles', { version: 1, roles: ['viewer'] }),
  },
  'POST /console/v1/holds': {
    entries: 1,
    call: simple('POST', 'holds', held),
    refused: simple('POST', 'holds', { ...held, partnerId: 999_999 }),
  },
  'POST /console/v1/endpoints': {
    entries: 1,
    call: simple('POST', 'endpoints', endpoint),
    refused: simple('POST', 'endpoints', { ...endpoint, address: 'http://10.0.0.1' }),
  },
  'PUT /console/v1/endpoints/:id': {
    entries: 1,
    call: onEndpoint('PUT', '', endpoint),
    refused: simple('PUT', 'endpoints/999999', { ...endpoint, version: 1 }),
  },
  'DELETE /console/v1/endpoints/:id': {
    entries: 1,
    call: onEndpoint('DELETE', ''),
    refused: simple('DELETE', 'endpoints/999999'),
  },
  'POST /console/v1/endpoints/:id/switch': {
    entries: 1,
    call: onEndpoint('POST', '/switch', { isOn: false }),
    refused: simple('POST', 'endpoints/999999/switch', { isOn: false, version: 1 }),
  },
  'POST /console/v1/endpoints/:id/secret': {
    entries: 1,
    call: onEndpoint('POST', '/secret'),
    refused: simple('POST', 'endpoints/999999/secret', { version: 1 }),
  },
  'POST /console/v1/endpoints/:id/test': {
    entries: 1,
    call: onEndpoint('POST', '/test'),
    refused: simple('POST', 'endpoints/999999/test'),
  },
  'POST /console/v1/endpoints/:id/replay': {
    entries: 1,
    call: onEndpoint('POST', '/replay', { event: 'order.recorded.1' }, 'unversioned'),
    refused: simple('POST', 'endpoints/999999/replay', { event: 'order.recorded.1' }),
  },
  'POST /console/v1/payouts/:id/take': {
    entries: 1,
    call: onPayout('take', () => ({}), false),
    refused: simple('POST', 'payouts/999999/take', { version: 1 }),
  },
  'POST /console/v1/payouts/:id/take-over': {
    entries: 1,
    call: onPayout('take-over', () => ({ reason: REASON })),
    refused: simple('POST', 'payouts/999999/take-over', { version: 1, reason: REASON }),
  },
  'POST /console/v1/payouts/:id/approve': {
    entries: 1,
    call: onPayout('approve', (id) => ({ txId: txIdOf(id) })),
    refused: simple('POST', 'payouts/999999/approve', { version: 1, txId: txIdOf(1) }),
  },
  'POST /console/v1/payouts/:id/reject': {
    entries: 1,
    call: onPayout('reject', () => ({ reason: 'no' })),
    refused: simple('POST', 'payouts/999999/reject', { version: 1, reason: 'no' }),
  },
  'PUT /console/v1/partners/:id/payout-stop': {
    entries: 1,
    // The example of the other call lifts it.
    call: simple('PUT', 'partners/1/payout-stop', STOP),
    refused: simple('PUT', 'partners/999999/payout-stop', STOP),
  },
  'DELETE /console/v1/partners/:id/payout-stop': {
    entries: 1,
    call: simple('DELETE', 'partners/1/payout-stop'),
    refused: simple('DELETE', 'partners/999999/payout-stop'),
  },
  'POST /console/v1/batches/preview': {
    entries: 0,
    call: simple('POST', 'batches/preview', { payoutIds: null }),
  },
  'POST /console/v1/batches': {
    entries: 1,
    call: async (desk, by) => {
      const payoutIds = [await payoutIn(desk)]
      await begin()
      return desk.as(by, 'POST', 'batches', { payoutIds })
    },
    refused: simple('POST', 'batches', { payoutIds: [999_999] }),
  },
  'POST /console/v1/batches/settle': {
    entries: 1,
    call: async (desk, by) => {
      const id = await payoutIn(desk)
      await desk.as(by, 'POST', 'batches', { payoutIds: [id] })
      await begin()
      const csv = `id,txId\n${id},${txIdOf(id)}\n`
      return desk.as(by, 'POST', 'batches/settle', { csv, isPreview: false })
    },
    refused: simple('POST', 'batches/settle', { csv: 7, isPreview: false }),
  },
  'POST /console/v1/payout-routes/addresses': {
    entries: 0,
    call: simple('POST', 'payout-routes/addresses', {
      ...ROUTE,
      addressPattern: '^a$',
      addresses: [],
    }),
  },
  'POST /console/v1/operators/:id/lock': {
    entries: 1,
    call: onOperator('lock'),
    refused: simple('POST', 'operators/999999/lock', { version: 1 }),
  },
  'POST /console/v1/operators/:id/unlock': {
    entries: 1,
    call: onOperator('unlock'),
    refused: simple('POST', 'operators/999999/unlock', { version: 1 }),
  },
  'POST /console/v1/operators/:id/reset': {
    entries: 1,
    call: onOperator('reset'),
    refused: simple('POST', 'operators/999999/reset', { version: 1 }),
  },
  'POST /console/v1/operators/:id/remove': {
    entries: 1,
    call: onOperator('remove'),
    refused: simple('POST', 'operators/999999/remove', { version: 1 }),
  },
  'POST /console/v1/proposals/preview': {
    entries: 0,
    call: simple('POST', 'proposals/preview', {
      kind: 'setting',
      object: 'newsfeed',
      values: { value: 'TRUE' },
    }),
  },
  'POST /console/v1/proposals': {
    entries: 1,
    call: (desk, by) => proposeIn(desk, by),
    refused: simple('POST', 'proposals', {
      kind: 'setting',
      object: 'noSuch',
      values: { value: 'x' },
      reason: REASON,
    }),
  },
  'POST /console/v1/proposals/:id/approve': {
    // The decision, and the act that it has let happen.
    entries: 2,
    call: async (desk, by) => {
      const { id, version } = await proposed(desk, by)
      await begin()
      return desk.as(second, 'POST', `proposals/${id}/approve`, { version })
    },
    refused: simple('POST', 'proposals/999999/approve', { version: 1 }),
  },
  'POST /console/v1/proposals/:id/refuse': {
    entries: 1,
    call: async (desk, by) => {
      const { id, version } = await proposed(desk, by)
      await begin()
      return desk.as(second, 'POST', `proposals/${id}/refuse`, { version, reason: REASON })
    },
    refused: simple('POST', 'proposals/999999/refuse', { version: 1, reason: REASON }),
  },
  'POST /console/v1/proposals/:id/withdraw': {
    entries: 1,
    call: async (desk, by) => {
      const { id, version } = await proposed(desk, by)
      await begin()
      return desk.as(by, 'POST', `proposals/${id}/withdraw`, { version })
    },
    refused: simple('POST', 'proposals/999999/withdraw', { version: 1 }),
  },
  'POST /console/v1/orders/:id/cancel-preview': {
    entries: 0,
    call: async (desk, by) => {
      const orderId = (next += 1)
      await recordOrder(desk.core, { orderId, partnerId: 1, paidAt: desk.clock.now, cents: 100 })
      await begin()
      return desk.as(by, 'POST', `orders/${orderId}/cancel-preview`)
    },
  },
  'POST /console/v1/disputes/:id/take': onDispute('take', { isTakenOver: false }),
  'POST /console/v1/disputes/:id/answer': onDispute('answer', { text: `${CANARY} text` }),
  'POST /console/v1/disputes/:id/question': onDispute('question', { text: `${CANARY} text` }),
  'POST /console/v1/disputes/:id/note': onDispute('note', { text: `${CANARY} text` }),
  'POST /console/v1/documents/:id/approve': {
    entries: 1,
    call: onDocument('approve'),
    refused: simple('POST', 'documents/999999/approve', { version: 1 }),
  },
  'POST /console/v1/documents/:id/reject': {
    entries: 1,
    call: onDocument('reject', { reason: 'blurred' }),
    refused: onDocument('reject', { reason: ' ' }),
  },
  'POST /console/v1/inbox/:id/take': {
    entries: 1,
    call: onTicket('take'),
    refused: noTicket('take'),
  },
  'POST /console/v1/inbox/:id/assign': {
    entries: 1,
    call: onTicket('assign', { operatorId: null }),
    refused: noTicket('assign', { operatorId: null }),
  },
  'POST /console/v1/inbox/:id/answer': {
    entries: 1,
    call: onTicket('answer', { text: CANARY }),
    refused: onTicket('answer', { text: '{amount}' }),
  },
  'POST /console/v1/inbox/:id/note': {
    entries: 1,
    call: onTicket('note', { text: CANARY }),
    refused: onTicket('note', { text: '' }),
  },
  'POST /console/v1/inbox/:id/close': {
    entries: 1,
    call: onTicket('close', { reason: 'solved' }),
    refused: onTicket('close', { reason: '' }),
  },
  'POST /console/v1/inbox/:id/join': {
    entries: 1,
    call: onTicket('join'),
    refused: noTicket('join', { into: 1 }),
  },
  'POST /console/v1/plan/drafts': {
    entries: 1,
    call: simple('POST', 'plan/drafts', { name: 'Empty', from: 'empty' }),
    refused: simple('POST', 'plan/drafts', { name: 'None', from: 'version', version: 999 }),
  },
  'PUT /console/v1/plan/drafts/:id': {
    entries: 1,
    call: onDraft((id) => ['PUT', `${id}`, { name: 'Other', version: 1, text: '{}' }]),
    refused: onDraft((id) => ['PUT', `${id}`, { name: 'Other', version: 2, text: '{}' }]),
  },
  'DELETE /console/v1/plan/drafts/:id': {
    entries: 1,
    call: onDraft((id) => ['DELETE', `${id}?version=1`]),
    refused: onDraft((id) => ['DELETE', `${id}?version=2`]),
  },
  'POST /console/v1/inbox/:id/dispute': {
    entries: 1,
    call: async (desk, by) => {
      const credit = {
        partnerId: 1,
        account: 'CASH',
        direction: 'credit',
        amount: '1',
        kind: 'goodwill',
        reason: REASON,
      } as const
      await adjust(desk.core, [credit])
      const { id: adjustmentId } = await desk.core.database.read
        .selectFrom('adjustments')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return onTicket('dispute', { adjustmentId })(desk, by)
    },
    refused: noTicket('dispute', { adjustmentId: 1 }),
  },
  'POST /console/v1/inbox/templates': {
    entries: 1,
    call: async (desk, by) => desk.as(by, 'POST', 'inbox/templates', template()),
    refused: simple('POST', 'inbox/templates', {
      use: 'TICKET',
      name: ' ',
      texts: { en: 'Hello' },
    }),
  },
  'PUT /console/v1/inbox/templates/:id': {
    entries: 1,
    call: onTemplate('PUT'),
    refused: simple('PUT', 'inbox/templates/999999', {
      version: 1,
      name: 'Other',
      texts: { en: 'Hello' },
    }),
  },
  'DELETE /console/v1/inbox/templates/:id': {
    entries: 1,
    call: onTemplate('DELETE'),
    refused: simple('DELETE', 'inbox/templates/999999'),
  },
  'POST /console/v1/jobs': {
    entries: 1,
    call: simple('POST', 'jobs', { kind: 'doctor' }),
    refused: simple('POST', 'jobs', { kind: 'unknown' }),
  },
  'POST /console/v1/jobs/:id/again': {
    entries: 1,
    call: async (desk, by) => {
      const id = await jobOf(desk, by)
      await changeJob(desk.core, id, { state: 'DONE' })
      return desk.as(by, 'POST', `jobs/${id}/again`)
    },
    refused: simple('POST', 'jobs/999999/again'),
  },
  'DELETE /console/v1/jobs/:id': {
    entries: 1,
    call: async (desk, by) => desk.as(by, 'DELETE', `jobs/${await jobOf(desk, by)}`),
    refused: simple('DELETE', 'jobs/999999'),
  },
  'POST /console/v1/today/silences': {
    entries: 1,
    call: silenced,
    refused: simple('POST', 'today/silences', { ...ALERT, object: 'no such', ...SILENCE }),
  },
  'DELETE /console/v1/today/silences': {
    entries: 1,
    call: async (desk, by) => {
      await silenced(desk, by)
      await begin()
      return desk.as(by, 'DELETE', `today/silences?${new URLSearchParams(ALERT)}`)
    },
    refused: simple('DELETE', 'today/silences?name=diskLow&object=no+such'),
  },
  'POST /console/v1/today/acknowledgements': {
    entries: 1,
    call: async (desk, by) => {
      await desk.run('config set paymentsEnabled FALSE')
      const entry = (await desk.entriesSince()).at(-1)!.id
      await begin()
      return desk.as(by, 'POST', 'today/acknowledgements', { entry })
    },
    refused: simple('POST', 'today/acknowledgements', { entry: 999_999 }),
  },
  'POST /console/v1/periods/:month/dry-run': {
    entries: 1,
    call: async (desk, by) => desk.as(by, 'POST', `periods/${monthAgo(desk, 0)}/dry-run`),
    refused: simple('POST', 'periods/2999-01/dry-run'),
  },
  'POST /console/v1/periods/:month/checks/:name/accept': {
    entries: 1,
    call: async (desk, by) => {
      const { basis, path } = await openCheck(desk, by)
      await begin()
      return desk.as(by, 'POST', path, { basis, reason: REASON })
    },
    refused: simple('POST', 'periods/2000-01/checks/backup/accept', {
      basis: '0'.repeat(64),
      reason: REASON,
    }),
  },
  'POST /console/v1/periods/:month/recompute': {
    entries: 1,
    call: onSealed('recompute', {}),
    refused: simple('POST', 'periods/2000-01/recompute', {}),
  },
  'POST /console/v1/periods/:month/statements': {
    entries: 1,
    call: onSealed('statements'),
    refused: simple('POST', 'periods/2000-01/statements'),
  },
  'POST /console/v1/plan/differences': {
    entries: 1,
    call: async (desk, by) => {
      const month = monthAgo(desk, 1)
      await desk.run(`close ${month}`)
      const same = await desk.as(by, 'POST', 'plan/drafts', {
        name: 'Same',
        from: 'version',
        version: 1,
      })
      await begin()
      return desk.as(by, 'POST', 'plan/differences', { draftId: same.data.id, months: [month] })
    },
    refused: simple('POST', 'plan/differences', { draftId: 999_999, months: ['2000-01'] }),
  },
  'POST /console/v1/periods/:month/continue': {
    entries: 1,
    call: async (desk, by) => {
      const month = monthAgo(desk, 2)
      await beginClosing(desk.core, await prepareClosing(desk.core, month))
      await begin()
      return desk.as(by, 'POST', `periods/${month}/continue`)
    },
    refused: simple('POST', 'periods/2000-01/continue'),
  },
}

/** Calls whose entries `sign-in.http.test.ts` and `operators.http.test.ts` count (OPR-026), and why they are not here. */
const COUNTED_ELSEWHERE =
  /^(POST|PUT|DELETE) \/console\/v1\/(welcome|login\/|passkey|fresh|logout|me\/)/

onPostgres('entries of the audit log', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let documents: string
  beforeAll(async () => {
    documents = mkdtempSync(join(tmpdir(), 'audited-calls-'))
    desk = await OperatorsDesk.open(await newDatabase(), { documents })
    await importPartners(
      desk.core,
      asUpload(
        `id,sponsorId,email,firstName,lastName,registeredAt,countryId\n1,,${CANARY}@example.com,${CANARY},X,1700000000000,DE\n`,
      ),
    )
    ann = await desk.operator('ann@example.com', 'admin', 'finance', 'plan')
    second = await desk.operator('second@example.com', 'admin', 'finance', 'plan')
  })
  afterAll(() => rmSync(documents, { recursive: true }))

  const lastId = async () => (await desk.entriesSince()).at(-1)!.id
  const entriesOf = async (work: () => Promise<Done>) => {
    let last = await lastId()
    preparing = async () => {
      last = await lastId()
    }
    const done = await work()
    return { done, entries: await desk.entriesSince(last) }
  }

  const CHANGES = CALLS.filter(({ method }) => method !== 'GET')
    .map(nameOf)
    .filter((name) => !COUNTED_ELSEWHERE.test(name))

  test('AUD-002 every call that is not GET has an example, and every example is a call', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(CHANGES.toSorted())
  })

  describe.each(CHANGES)('AUD-002 %s', (name) => {
    const example = EXAMPLES[name]!
    test('makes its entries in the same transaction, with its request', async () => {
      const { done, entries } = await entriesOf(() => example.call(desk, ann))
      expect(done.code).toBeUndefined()
      expect(entries).toHaveLength(example.entries)
      for (const { requestId, callerAddress } of entries) {
        expect({ requestId, callerAddress }).toEqual({
          requestId: expect.any(String),
          callerAddress: '127.0.0.1',
        })
      }
      const requests = new Set(entries.map(({ requestId }) => requestId))
      expect(requests.size).toBeLessThanOrEqual(1)
    })

    const { refused, refusedEntries = 0 } = example
    const refusals = refused === undefined ? [] : [{ refused }]
    test.each(refusals)('makes none when it is refused, unless it is a sign-in', async (how) => {
      const { done, entries } = await entriesOf(() => how.refused(desk, ann))
      expect(done.code).toBeDefined()
      expect(entries).toHaveLength(refusedEntries)
    })
  })

  test('AUD-002 a call that reads makes no entry', async () => {
    const last = await lastId()
    for (const { path } of READS) {
      const url = path.replace(/^\/console\/v1\//, '').replace(/:\w+/, '1')
      await desk.as(ann, 'GET', url)
    }
    const { content } = (await desk.as(ann, 'GET', 'exports')).data
    const entries = await desk.entriesSince(last)
    // The file of an export with contacts shows unmasked personal data.
    const shown = entries.filter(({ command }) => command === 'export read')
    expect(entries).toHaveLength(shown.length)
    expect(content.length).toBeGreaterThan(0)
  })

  test('AUD-003 no entry holds a password, code, token, key, contact or text of a partner', async () => {
    const entries = await desk.entriesSince()
    const text = JSON.stringify(entries.filter(({ command }) => !command.startsWith('operator')))
    expect(text).not.toContain(CANARY)
    const secrets = [ann, second].flatMap(({ secret, token, cookie }) => [
      secret,
      token,
      cookie.split('=')[1]!,
      codeAt(secret, Math.floor(desk.clock.now / 30_000)),
    ])
    const all = JSON.stringify(entries)
    for (const secret of [...secrets, OPERATOR_PASSWORD]) expect(all).not.toContain(secret)
    const links = desk.letters.filter(({ text: letter }) => letter.includes('/console/welcome/'))
    expect(links.length).toBeGreaterThan(0)
    for (const letter of links) expect(all).not.toContain(linkToken(letter.text))
  })
})
