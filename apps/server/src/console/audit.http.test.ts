import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AuditEntry } from '@partner-office/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeEntries } from '../business/audit/audit-log.ts'
import { eraseFromAuditLog } from '../business/audit/erase-from-audit-log.ts'
import type { Tx } from '../db/database.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { checkChain } from './audit/check-chain.ts'

const PROGRAM = fileURLToPath(new URL('../../../../docs/check-audit-log.mjs', import.meta.url))

/** Runs the program for third parties. */
const check = (...words: readonly string[]): Promise<{ exit: number; out: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], (error, out) =>
      resolve({ exit: error === null ? 0 : Number(error.code), out }),
    )
  })

onPostgres('the audit log of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let sue: Browser
  let directory: string
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'audit-log-'))
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'admin', 'finance')
    sue = await desk.operator('sue@example.com', 'support')
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  const list = async (query = '', by = ann): Promise<AuditEntry[]> => {
    const { data, body } = await desk.as(by, 'GET', `audit?${query}`)
    expect(body.errors).toEqual([])
    return data.content
  }
  const ids = async (query = '', by = ann) => (await list(query, by)).map(({ id }) => id)
  const all = async (): Promise<AuditEntry[]> => {
    const found: AuditEntry[] = []
    for (let cursor = ''; ;) {
      const { data } = await desk.as(ann, 'GET', `audit?${cursor && `cursor=${cursor}`}`)
      found.push(...data.content)
      if (data.next === undefined) return found
      cursor = data.next
    }
  }

  test('AUD-001 an entry says who, when, from where, what, on what, with which result, for which proposal and request', async () => {
    const proposal = { kind: 'setting', object: 'newsfeed', values: { value: 'FALSE' } }
    const made = await desk.as(ann, 'POST', 'proposals', {
      ...proposal,
      reason: 'as the meeting said',
    })
    const [act, approved, asked] = await list()
    expect((await desk.as(ann, 'GET', `audit/entries/${act!.id}`)).data).toEqual(act)
    expect((await desk.as(sue, 'GET', `audit/entries/${act!.id}`)).code).toBe('not_found')
    expect((await desk.as(ann, 'GET', 'audit/entries/999999')).code).toBe('not_found')
    expect(act).toMatchObject({
      at: desk.clock.now,
      actor: 'ann@example.com',
      from: '127.0.0.1',
      command: 'config set',
      object: 'newsfeed',
      result: 'done',
      proposal: made.data.id,
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      outsideFourEyes: false,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(approved).toMatchObject({ command: 'proposal approved', requestId: act!.requestId })
    expect(asked).toMatchObject({ command: 'proposal made', requestId: act!.requestId })
    await desk.run('config set paymentsEnabled TRUE')
    expect((await list())[0]).toMatchObject({
      from: null,
      object: 'paymentsEnabled',
      proposal: null,
      requestId: null,
      outsideFourEyes: true,
    })
    await desk.call('POST', 'login', { email: 'ann@example.com', password: 'a wrong one' })
    expect((await list())[0]).toMatchObject({
      command: 'console sign-in failed',
      result: 'failed',
      from: '127.0.0.1',
    })
  })

  test('AUD-001 each filter alone and together finds what a look at every entry finds', async () => {
    const entries = await all()
    const [newest] = entries
    const act = entries.find(({ proposal }) => proposal !== null)!
    const filters: [string, (entry: AuditEntry) => boolean][] = [
      ['actor=ann%40example.com', ({ actor }) => actor === 'ann@example.com'],
      ['from=127.0.0.1', ({ details }) => details['callerAddress'] === '127.0.0.1'],
      ['command=config%20set', ({ command }) => command === 'config set'],
      ['object=paymentsEnabled', ({ object }) => object === 'paymentsEnabled'],
      ['result=failed', ({ result }) => result === 'failed'],
      ['result=done', ({ result }) => result === 'done'],
      [`proposal=${act.proposal}`, ({ proposal }) => proposal === act.proposal],
      [`requestId=${act.requestId}`, ({ requestId }) => requestId === act.requestId],
      [`since=${act.at}`, ({ at }) => at >= act.at],
      [`until=${newest!.at}`, ({ at }) => at < newest!.at],
    ]
    for (const [query, isWanted] of filters) {
      const due = entries.filter(isWanted).map(({ id }) => id)
      expect(due.length).toBeGreaterThan(0)
      expect([query, await ids(query)]).toEqual([query, due.slice(0, 50)])
    }
    const together = `actor=ann%40example.com&command=config%20set&proposal=${act.proposal}`
    expect(await ids(together)).toEqual([act.id])
    expect((await desk.as(ann, 'GET', 'audit?since=soon')).code).toBe('validation_error')
  })

  test('AUD-001 pages go on where the one before ended, also among entries of one instant', async () => {
    const at = desk.clock.now
    const entry = (actor: string) => ({ actor, command: 'paged', details: () => ({}) })
    const write = (tx: Tx) =>
      writeEntries(
        tx,
        at,
        Array.from({ length: 120 }, (_, place) => entry(`actor ${place}`)),
      )
    await desk.core.database.transaction(write)
    const found: number[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { data } = await desk.as(
        ann,
        'GET',
        `audit?command=paged${cursor && `&cursor=${cursor}`}`,
      )
      found.push(...data.content.map(({ id }: AuditEntry) => id))
      sizes.push(data.content.length)
      cursor = data.next
    }
    expect(sizes).toEqual([50, 50, 20])
    expect(found).toEqual(found.toSorted((a, b) => b - a))
    expect(new Set(found).size).toBe(120)
  })

  test('AUD-001 support and plan see their own entries, and no chain and no export of the whole log', async () => {
    const own = await list('', sue)
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map(({ actor }) => actor))).toEqual(new Set(['sue@example.com']))
    expect(await ids('actor=ann%40example.com', sue)).toEqual([])
    expect((await desk.as(sue, 'GET', `audit/entries/${own[0]!.id}`)).data).toEqual(own[0])
    for (const closed of ['audit/chain', 'audit/export.csv', 'audit/export.jsonl']) {
      expect((await desk.as(sue, 'GET', closed)).code).toBe('access_denied')
    }
  })

  describe('AUD-004 the chain', () => {
    /** Does something as a superuser without triggers, looks, and rolls it back. */
    const whileChanged = async <T>(change: string, look: (tx: Tx) => Promise<T>): Promise<T> => {
      const undo = new Error('undo')
      let seen: T | undefined
      const undone = desk.core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(change).execute(tx)
        seen = await look(tx)
        throw undo
      })
      await expect(undone).rejects.toBe(undo)
      return seen!
    }
    const last = async () => (await list())[0]!.id

    test('holds, and is checked part by part with the same result', async () => {
      const { data } = await desk.as(ann, 'GET', 'audit/chain')
      expect(data).toEqual({
        checked: await last(),
        erased: 0,
        difference: null,
        last: await last(),
      })
      let checked = 0
      for (let after: string | undefined = '0'; after !== undefined;) {
        const part = await checkChain(desk.core.database.read, Number(after), 7)
        expect(part.difference).toBeNull()
        checked += part.checked
        after = part.next
      }
      expect(checked).toBe(await last())
      expect((await desk.as(ann, 'GET', `audit/chain?after=${checked}`)).data).toMatchObject({
        checked: 0,
        difference: null,
      })
    })

    test.each([
      ['another actor', `update audit_log set actor = 'eve' where id = 5`, 5, 'hash'],
      ['another instant', 'update audit_log set at = at + 1 where id = 1', 1, 'hash'],
      ['another command', `update audit_log set command = 'x' where id = 6`, 6, 'hash'],
      ['other details', `update audit_log set arguments = '{"a": 1}' where id = 8`, 8, 'hash'],
      [
        'an erased argument that the journal does not know',
        `update audit_log set arguments = '{"a": "erased"}' where id = 8`,
        8,
        'hash',
      ],
      ['another hash', `update audit_log set hash = sha256('x') where id = 9`, 9, 'hash'],
      ['a missing entry', 'delete from audit_log where id = 7', 8, 'missing'],
      ['a missing first entry', 'delete from audit_log where id = 1', 2, 'missing'],
    ] as const)('names the first entry that differs: %s', async (_what, change, id, kind) => {
      const found = await whileChanged(change, (tx) => checkChain(tx, 0))
      expect(found.difference).toEqual({ id, kind, at: expect.any(Number) })
      const inParts = await whileChanged(change, (tx) => checkChain(tx, 4, 6))
      if (id > 4) expect(inParts.difference).toMatchObject({ id, kind })
    })

    test('AUD-004 an entry that the owner of the database has changed is named by its page, until it is as it was', async () => {
      const { actor, id } = (await list('command=proposal%20made'))[0]!
      const write = (name: string) =>
        desk.core.database.asOwner(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          await sql`update audit_log set actor = ${name} where id = ${id}`.execute(tx)
        })
      await write('eve@example.com')
      const found = (await desk.as(ann, 'GET', 'audit/chain')).data
      await write(actor)
      expect(found).toMatchObject({ difference: { id, kind: 'hash', at: expect.any(Number) } })
      expect((await desk.as(ann, 'GET', 'audit/chain')).data).toMatchObject({ difference: null })
    })

    test('names the end when newest entries are missing, and a head that was changed', async () => {
      const end = await last()
      const cut = `delete from audit_log where id = ${end}`
      const found = await whileChanged(cut, (tx) => checkChain(tx, 0))
      expect(found.difference).toEqual({ id: end, kind: 'head', at: null })
      const head = `update chain_heads set hash = sha256('x') where chain = 'audit'`
      expect((await whileChanged(head, (tx) => checkChain(tx, 0))).difference).toMatchObject({
        id: end,
        kind: 'head',
      })
    })

    test('holds with personal data that the product has erased, and says in how many entries', async () => {
      const details = () => ({ words: ['7'], reason: 'Zacharias asked for it' })
      await desk.core.database.transaction((tx) =>
        writeEntries(tx, desk.clock.now, [{ actor: 'ann', command: 'partner block', details }]),
      )
      await desk.core.database.transaction((tx) =>
        eraseFromAuditLog(tx, { partnerId: 7, texts: ['Zacharias'] }),
      )
      const { data } = await desk.as(ann, 'GET', 'audit/chain')
      expect(data).toMatchObject({ difference: null, erased: 1 })
    })
  })

  describe('AUD-004 an exported log', () => {
    const exported = async (form: 'csv' | 'jsonl', after = 0) => {
      const { headers, cookie } = { headers: { host: 'localhost:3002' }, cookie: ann.cookie }
      const response = await desk.app.inject({
        method: 'GET',
        url: `/console/v1/audit/export.${form}?${after > 0 ? `after=${after}` : ''}`,
        headers: { ...headers, cookie },
      })
      expect(response.statusCode).toBe(200)
      return response.body
    }
    const fileOf = (text: string) => {
      const path = join(directory, 'log')
      writeFileSync(path, text)
      return path
    }

    test.each(['csv', 'jsonl'] as const)(
      'is checked by a third party with the program in docs, as %s',
      async (form) => {
        const [newest] = await list()
        const text = await exported(form)
        const { exit, out } = await check(fileOf(text))
        expect(out).toContain(`${newest!.id} entries hold. Entry ${newest!.id}: ${newest!.hash}`)
        expect(exit).toBe(0)
        const changed = text.replace('sue@example.com', 'eve@example.com')
        const found = await check(fileOf(changed))
        expect(found.exit).toBe(1)
        expect(found.out).toMatch(/is no entry|its hash does not follow/)
        const lines = text.split('\n')
        const without = [...lines.slice(0, 4), ...lines.slice(5)].join('\n')
        expect(await check(fileOf(without))).toMatchObject({
          exit: 1,
          out: expect.stringMatching(/^entries after \d+ are missing/),
        })
      },
    )

    test('goes on after an entry, whose hash its reader knows', async () => {
      const [, , before] = (await all()).toReversed()
      const text = await exported('jsonl', before!.id)
      const path = fileOf(text)
      expect((await check(path, before!.hash)).exit).toBe(0)
      expect((await check(path)).out).toContain(`the file begins with entry ${before!.id + 1}`)
      expect((await check(path, '0'.repeat(64))).exit).toBe(1)
      expect((await check()).exit).toBe(2)
    })
  })
})
