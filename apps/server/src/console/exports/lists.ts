import {
  AuditFilter,
  type ExportedList,
  getConsoleNews,
  getProposals,
  getRateHistory,
  getResidents,
  getTree,
  isSettingFound,
  OrderFilter,
  ROLES,
  type TreeFigures,
} from '@partner-office/contracts'
import { z } from 'zod'

import { findOrders, type OrderPlace } from '../../business/orders/find-orders.ts'
import { asOperator, readOperators } from '../accounts/operators.ts'
import { readEntries } from '../audit/entries.ts'
import { readCountries, residentsAfter } from '../config/countries.ts'
import { readEventList } from '../config/events.ts'
import { listPosts } from '../config/news.ts'
import { rateHistory, readRateList } from '../config/rates.ts'
import { readSettingList } from '../config/settings.ts'
import { maskedEmail } from '../masked.ts'
import { readWholeLine } from '../partners/past-tree.ts'
import { listProposals } from '../proposals/read-proposals.ts'
import { type Cell, instant, type List, type Row, sorted } from './list.ts'

const ROWS_AT_A_TIME = 1_000

/** A list without a type: its filters are parsed by its own schema. */
const list = <Filters>(known: List<Filters>): List => known as unknown as List

/** Sort of lists that are sorted by their page. */
const sort = <Column extends string>(columns: readonly [Column, ...Column[]]) => ({
  sort: z.enum(columns).optional(),
  order: z.enum(['ascending', 'descending']).default('ascending'),
})

/** Pages until there is no next one. */
async function* pages<Item>(
  read: (cursor: string | undefined) => Promise<{
    readonly content: readonly Item[]
    readonly next?: string | undefined
  }>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ;) {
    const { content, next } = await read(cursor)
    yield* content
    if (next === undefined) return
    cursor = next
  }
}

const audit = list({
  roles: ROLES,
  columns: [
    'id',
    'at',
    'actor',
    'from',
    'command',
    'object',
    'result',
    'proposal',
    'requestId',
    'outsideFourEyes',
    'details',
    'hash',
  ],
  contacts: [],
  filters: AuditFilter.strict(),
  rows: async function* ({ core, session, filters }) {
    for (let before: { at: number; id: number } | null = null; ;) {
      const entries = await readEntries(
        core.database.read,
        { filter: filters, session },
        { before, limit: ROWS_AT_A_TIME },
      )
      for (const { at, details, ...entry } of entries) {
        yield { ...entry, at: instant(at), details: JSON.stringify(details) }
      }
      if (entries.length < ROWS_AT_A_TIME) return
      before = entries.at(-1)!
    }
  },
})

const operators = list({
  roles: ['admin'],
  columns: ['id', 'email', 'roles', 'state', 'lockedUntil', 'addedAt', 'lastSignInAt'],
  contacts: [],
  filters: z.strictObject({
    state: z.enum(['invited', 'active', 'locked']).optional(),
    ...sort(['email', 'addedAt', 'lastSignInAt']),
  }),
  rows: async function* ({ core, filters }) {
    const all = (await readOperators(core.database.read)).map((one) =>
      asOperator(one, core.clock()),
    )
    const rows = all
      .filter(({ state }) => filters.state === undefined || state === filters.state)
      .map(({ roles, lockedUntil, addedAt, lastSignInAt, version: _version, ...one }) => ({
        ...one,
        roles: roles.join(', '),
        lockedUntil: instant(lockedUntil),
        addedAt: instant(addedAt),
        lastSignInAt: instant(lastSignInAt),
      }))
    yield* sorted(rows, filters)
  },
})

const proposals = list({
  roles: ROLES,
  columns: [
    'id',
    'kind',
    'state',
    'objectName',
    'proposer',
    'at',
    'expiresAt',
    'decidedBy',
    'decidedAt',
    'reason',
    'decisionReason',
    'failure',
  ],
  contacts: [],
  filters: getProposals.query.omit({ cursor: true }).strict(),
  rows: async function* ({ core, session, filters }) {
    const all = pages((cursor) =>
      listProposals(
        core,
        { ...filters, cursor: cursor === undefined ? undefined : Number(cursor) },
        session,
      ),
    )
    for await (const one of all) {
      yield {
        id: one.id,
        kind: one.kind,
        state: one.state,
        objectName: one.objectName,
        proposer: one.proposer.email,
        at: instant(one.at),
        expiresAt: instant(one.expiresAt),
        decidedBy: one.decidedBy?.email ?? null,
        decidedAt: instant(one.decidedAt),
        reason: one.reason,
        decisionReason: one.decisionReason,
        failure: one.failure,
      }
    }
  },
})

const settings = list({
  roles: ROLES,
  columns: [
    'name',
    'group',
    'meaning',
    'accepts',
    'default',
    'value',
    'isSet',
    'isGuarded',
    'setAt',
    'setBy',
  ],
  contacts: [],
  filters: z.strictObject({
    group: z.string().optional(),
    find: z.string().optional(),
    ...sort(['name', 'group', 'setAt']),
  }),
  rows: async function* ({ core, filters }) {
    const found = (await readSettingList(core.database.read)).filter((one) =>
      isSettingFound(one, filters),
    )
    const rows = found.map(({ words: _words, ...one }) => ({ ...one, setAt: instant(one.setAt) }))
    yield* sorted(rows, filters)
  },
})

const rates = list({
  roles: ROLES,
  columns: ['from', 'to', 'rateType', 'rate', 'setAt', 'source', 'setBy', 'confirmedAt'],
  contacts: [],
  filters: z.strictObject(sort(['from', 'to', 'setAt'])),
  rows: async function* ({ core, filters }) {
    const rows = (await readRateList(core)).content.map(({ uses: _uses, ...one }) => ({
      ...one,
      setAt: instant(one.setAt),
      confirmedAt: instant(one.confirmedAt),
    }))
    yield* sorted(rows, filters)
  },
})

const rateHistoryList = list({
  roles: ROLES,
  columns: ['id', 'rate', 'setAt'],
  contacts: [],
  filters: getRateHistory.query.omit({ cursor: true }).strict(),
  rows: async function* ({ core, filters }) {
    const all = pages((cursor) => {
      const asked = { ...filters, cursor: cursor === undefined ? undefined : Number(cursor) }
      return rateHistory(core.database.read, asked, ROWS_AT_A_TIME)
    })
    for await (const { setAt, ...one } of all) yield { ...one, setAt: instant(setAt) }
  },
})

const news = list({
  roles: ROLES,
  columns: ['id', 'language', 'state', 'publishedAt', 'title', 'category', 'figure', 'content'],
  contacts: [],
  filters: getConsoleNews.query.omit({ cursor: true }).strict(),
  rows: async function* ({ core, filters }) {
    const all = pages((cursor) => listPosts(core, { ...filters, cursor }, ROWS_AT_A_TIME))
    for await (const { publishedAt, version: _version, ...one } of all) {
      yield { ...one, publishedAt: instant(publishedAt) }
    }
  },
})

const events = list({
  roles: ROLES,
  columns: ['id', 'title', 'registrationStartDate', 'registrationEndDate', 'eventEndDate'],
  contacts: [],
  filters: z.strictObject({}),
  rows: async function* ({ core }) {
    for (const one of (await readEventList(core.database.read)).content) {
      yield {
        id: one.id,
        title: one.title,
        registrationStartDate: instant(one.registrationStartDate),
        registrationEndDate: instant(one.registrationEndDate),
        eventEndDate: instant(one.eventEndDate),
      }
    }
  },
})

const countries = list({
  roles: ROLES,
  columns: ['code', 'partners', 'barred', 'restricted'],
  contacts: [],
  filters: z.strictObject(sort(['code', 'partners'])),
  rows: async function* ({ core, filters }) {
    yield* sorted((await readCountries(core.database.read)).content, filters)
  },
})

const residents = list({
  roles: ROLES,
  columns: ['id', 'firstName', 'lastName', 'email'],
  contacts: ['email'],
  isOfPartners: true,
  filters: getResidents.params.strict(),
  rows: async function* ({ core, filters: { code }, withContacts }) {
    for (let after = 0; ;) {
      const limit = ROWS_AT_A_TIME
      const people = await residentsAfter(core.database.read, { code, after, limit })
      for (const one of people) {
        yield { ...one, email: withContacts ? one.email : maskedEmail(one.email) }
      }
      if (people.length < limit) return
      after = people.at(-1)!.id
    }
  },
})

const orders = list({
  roles: ROLES,
  columns: [
    'id',
    'buyerId',
    'firstName',
    'lastName',
    'country',
    'amount',
    'paidAt',
    'recordedAt',
    'state',
    'lateFor',
    'file',
  ],
  contacts: [],
  isOfPartners: true,
  filters: OrderFilter.strict(),
  rows: async function* ({ core, filters }) {
    for (let before: OrderPlace | null = null; ;) {
      const page = { before, limit: ROWS_AT_A_TIME }
      const found = await findOrders(core.database.read, filters, page)
      for (const { buyer, paidAt, recordedAt, ...one } of found) {
        const { id: buyerId, ...who } = buyer
        const at = { paidAt: instant(paidAt), recordedAt: instant(recordedAt) }
        yield { ...one, ...at, buyerId, ...who }
      }
      if (found.length < ROWS_AT_A_TIME) return
      before = found.at(-1)!
    }
  },
})

const BOTH_DAYS = [
  'rang',
  'ownTurnover',
  'flSize',
  'flTurnover',
  'teamSize',
  'teamTurnover',
] as const satisfies (keyof TreeFigures)[]

/** The partner has the line 0. Cells of the past day are empty for who had not registered. */
const tree = list({
  roles: getTree.roles,
  columns: [
    'line',
    'id',
    'firstName',
    'lastName',
    'country',
    'registeredAt',
    ...BOTH_DAYS.flatMap((name) => [`${name}Then`, `${name}Today`]),
  ],
  contacts: [],
  isOfPartners: true,
  filters: getTree.query.omit({ cursor: true }).strict(),
  rows: async function* ({ core, filters }) {
    const [top, ...line] = await readWholeLine(core, filters)
    for (const one of [top!, ...line]) {
      const { past, today, registeredAt, ...who } = one
      const figures = BOTH_DAYS.flatMap((name): [string, Cell][] => [
        [`${name}Then`, past?.[name] ?? null],
        [`${name}Today`, today[name]],
      ])
      const at = { line: one === top ? 0 : 1, registeredAt: instant(registeredAt) }
      yield { ...who, ...at, ...Object.fromEntries(figures) }
    }
  },
})

/** Every list that can be exported: one that is missing does not compile. */
export const LISTS: { readonly [Name in ExportedList]: List } = {
  audit,
  operators,
  proposals,
  settings,
  rates,
  rateHistory: rateHistoryList,
  news,
  events,
  countries,
  residents,
  orders,
  tree,
}

/** One cell for each chosen column. */
export const cellsOf = (row: Row, columns: readonly string[]) =>
  columns.map((column) => row[column] ?? null)
