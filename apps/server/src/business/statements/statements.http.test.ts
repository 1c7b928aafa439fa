import { type FindingCode, verifyStatement } from '@partner-office/statement-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { AFTER_OCTOBER, openBonusNetwork } from '../../testing/bonus-network.ts'
import { asUpload } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { ordersText } from '../../testing/network-files.ts'
import type { PartnersService } from '../../testing/partners-service.ts'
import { pagesOfPdf } from '../../testing/read-pdf.ts'
import { corrupt } from '../../testing/small-office.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { closePeriod } from '../months/close-period.ts'
import { countStatements } from './count-statements.ts'
import { makeDueStatements } from './make-due-statements.ts'
import { makeStatements } from './make-statements.ts'
import type { SignedStatement, Statement } from './statement.ts'
import { askForStatements } from './statement-runs.ts'
import { readStatementKeys, rotateKey } from './statement-keys.ts'
import { NO_PROGRESS } from '../../core/core.ts'

const MINUTE = 60_000

onPostgres('statements', (newDatabase) => {
  let service: PartnersService
  let token: string

  const generate = (body: object) => service.send(token, 'POST', '/v1/report/generate', body)
  const statementOf = async (
    partnerId: number,
    period: string,
    currency: string,
  ): Promise<Statement> => {
    const { content } = await service.core.database.read
      .selectFrom('statements')
      .select('content')
      .where('partnerId', '=', partnerId)
      .where('period', '=', period)
      .where('currency', '=', currency)
      .executeTakeFirstOrThrow()
    return (JSON.parse(content!) as SignedStatement).statement
  }
  const linkOf = (query: string): Promise<string> => service.get(token, `/v1/report?${query}`)
  const fileAt = (address: string) =>
    service.office.inject({ method: 'GET', url: new URL(address).pathname })
  const prove = (type: string, fields: object) =>
    sql`insert into passport.verifications (user_id, document_type, status, fields, updated_at)
      values (1, ${type}, 'APPROVED', ${JSON.stringify(fields)}::jsonb, 0)`.execute(
      service.core.database.read,
    )

  beforeAll(async () => {
    service = await openBonusNetwork(await newDatabase())
    const { core, clock } = service
    await core.database.read
      .updateTable('partners')
      .set({ firstName: 'ليلى', lastName: 'حداد' })
      .where('id', '=', 1)
      .execute()
    clock.now = AFTER_OCTOBER
    await closePeriod(core, '2026-09')
    await closePeriod(core, '2026-10', NO_PROGRESS, askForStatements)
    await makeStatements(core, '2026-09')
    await makeDueStatements(core)
    token = await service.signInAccepted(1)
  })

  test('REP-004 REP-005 API-032 ENT-015 the list has period, currency and file name, 20 a page, newest first', async () => {
    const { content, number, totalPages } = await service.get(token, '/v1/report/list')
    expect({ number, totalPages }).toEqual({ number: 0, totalPages: 1 })
    const periods = content.map(({ billingPeriod }: { billingPeriod: string }) => billingPeriod)
    expect(periods).toEqual(periods.toSorted().toReversed())
    expect(new Set(periods)).toEqual(new Set(['2026-10', '2026-09']))
    expect(content[0]).toEqual({
      billingPeriod: '2026-10',
      currency: 'BSP',
      filename: 'statement-2026-10-BSP.pdf',
    })
    const oldest = await service.get(token, '/v1/report/list?sort=billingPeriod%7Casc&size=1')
    expect(oldest.content[0].billingPeriod).toBe('2026-09')
    expect(oldest.totalPages).toBe(content.length)
    const { body } = await service.as(token, 'GET', '/v1/report/list?size=101')
    expect(body.errors[0].code).toBe('validation_error')
  })

  test('a statement has one sum for each section; each opening balance is the closing balance before', async () => {
    const [september, october] = [
      await statementOf(1, '2026-09', 'UPT'),
      await statementOf(1, '2026-10', 'UPT'),
    ]
    expect(september.opening).toBe('0.00000000')
    expect(october.opening).toBe(september.closing)
    const { UCHAIN_UPT_BONUS: balance } = await service.get(
      token,
      '/v1/balances?balances=UCHAIN_UPT_BONUS',
    )
    expect(october.closing).toBe(balance)
    const direct = october.entries.find(({ orderId }) => orderId === 11)!
    expect(direct.text).toBe(
      'Direct bonus: 40% of order 11 for 25,000 EUR from your first line. ' +
        'Converted at 2 UPT for 1 EUR (rate 1, set 01.01.1970 00:00:00 UTC).',
    )
    expect(october.rates).toMatchObject([{ id: 1, from: 'EUR', to: 'UPT', rate: '2' }])
    // Infinity, lifestyle and turbo of October belong to October, whenever it was closed.
    const types = new Set(october.entries.map(({ bonusType }) => bonusType))
    expect(types).toEqual(
      new Set(['DIRECT', 'TEAM', 'UCHAIN_INFINITY', 'LIFESTYLE', 'CYCLED_TURBO']),
    )
  })

  test('every stored statement is valid, its proofs included, and making them again changes nothing', async () => {
    const { core } = service
    const keys = await readStatementKeys(core.database.read)
    const rows = await core.database.read.selectFrom('statements').select('content').execute()
    expect(rows.length).toBeGreaterThan(10)
    let proved = 0
    for (const { content } of rows) {
      expect((await verifyStatement(Buffer.from(content!), keys)).findings).toEqual([])
      const { statement } = JSON.parse(content!) as SignedStatement
      proved += statement.seal.trees!.records.leaves.length
    }
    expect(proved).toBeGreaterThan(10)
    const before = await countStatements(core.database, '2026-10')
    await makeStatements(core, '2026-10')
    expect(await countStatements(core.database, '2026-10')).toEqual(before)
    await core.database.read.deleteFrom('statements').where('period', '=', '2026-10').execute()
    await makeStatements(core, '2026-10')
    expect(await countStatements(core.database, '2026-10')).toEqual(before)
  })

  test('REP-006 REP-007 the address is signed, opens one file without a sign-in, and ends after 10 minutes', async () => {
    const address = await linkOf('billingPeriod=2026-10&currency=UPT')
    expect(address.startsWith('http://office.test/v1/report/file/')).toBe(true)
    const file = await fileAt(address)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="statement-2026-10-UPT.pdf"',
    })
    const keys = await readStatementKeys(service.core.database.read)
    expect((await verifyStatement(file.rawPayload, keys)).findings).toEqual([])
    const lines = pagesOfPdf(file.rawPayload).flat()
    expect(lines).toContain('Statement for October 2026, UPT')
    const { code } = await verifyStatement(file.rawPayload, keys)
    expect(lines.join('')).toContain(`http://office.test/statement/${code}`)
    expect((await fileAt(address)).rawPayload.equals(file.rawPayload)).toBe(true)

    const data = await fileAt(await linkOf('billingPeriod=2026-10&currency=UPT&format=json'))
    expect((await verifyStatement(data.rawPayload, keys)).isValid).toBe(true)

    service.clock.now = AFTER_OCTOBER + 10 * MINUTE - 1
    expect((await fileAt(address)).statusCode).toBe(200)
    service.clock.now = AFTER_OCTOBER + 10 * MINUTE
    const late = await fileAt(address)
    service.clock.now = AFTER_OCTOBER
    expect({ status: late.statusCode, code: late.json().errors[0].code }).toEqual({
      status: 404,
      code: 'not_found',
    })
  })

  test('an address that was changed in any character opens nothing', async () => {
    const address = await linkOf('billingPeriod=2026-10&currency=UPT')
    const start = address.lastIndexOf('/') + 1
    for (let at = start; at < address.length; at += 1) {
      const other = address[at] === '1' ? '2' : '1'
      const changed = `${address.slice(0, at)}${other}${address.slice(at + 1)}`
      expect((await fileAt(changed)).statusCode, changed).toBe(404)
    }
    for (const path of ['..%2f..%2fsecrets', '%252e', 'a'.repeat(300), '']) {
      const url = `http://office.test/v1/report/file/${path}`
      expect((await fileAt(url)).statusCode).toBe(404)
    }
  })

  test('a month, a currency and a partner without a statement get not_found; a damaged statement no address', async () => {
    const codeOf = async (query: string) => {
      const { body } = await service.as(token, 'GET', `/v1/report?${query}`)
      return body.errors[0].code
    }
    expect(await codeOf('billingPeriod=2026-08&currency=UPT')).toBe('not_found')
    expect(await codeOf('billingPeriod=2026-10&currency=USDT')).toBe('not_found')
    expect(await codeOf('billingPeriod=2026-13&currency=UPT')).toBe('validation_error')
    const { core } = service
    const rewrite = (from: string, to: string) =>
      corrupt(core.database, [
        `update statements set content = replace(content, '${from}', '${to}')
          where partner_id = 1 and period = '2026-09' and currency = 'UPT'`,
      ])
    await rewrite('Direct bonus', 'Direct Bonus')
    expect(await codeOf('billingPeriod=2026-09&currency=UPT')).toBe('temp_url_generation_error')
    await rewrite('Direct Bonus', 'Direct bonus')
  })

  test('the code printed on a statement tells its figures to anybody, and no name', async () => {
    const { content, code } = await service.core.database.read
      .selectFrom('statements')
      .select(['content', 'code'])
      .where('partnerId', '=', 1)
      .where('period', '=', '2026-10')
      .where('currency', '=', 'UPT')
      .executeTakeFirstOrThrow()
    const { statement } = JSON.parse(content!) as SignedStatement
    const known = await readStatementKeys(service.core.database.read)
    const { body } = await service.call('GET', `/v1/statement/check/${code}`)
    expect(body.data).toMatchObject({
      billingPeriod: '2026-10',
      currency: 'UPT',
      partnerId: 1,
      closing: statement.closing,
      seal: statement.seal.hash,
    })
    expect(JSON.stringify(body)).not.toContain('ليلى')
    expect(await verifyStatement(Buffer.from(content!), known)).toMatchObject({
      code,
      key: body.data.key,
    })
    const unknown = await service.call('GET', `/v1/statement/check/${'0'.repeat(32)}`)
    expect(unknown.body.errors[0].code).toBe('not_found')
    const keys = await service.call('GET', '/v1/statement/keys')
    expect(keys.body.data).toMatchObject([{ algorithm: 'Ed25519', retiredAt: null }])
  })

  describe('generating', () => {
    const codesOf = async (body: object) =>
      (await generate(body)).body.errors.map(
        ({ code, fieldName }: { code: string; fieldName: string | null }) => [code, fieldName],
      )

    test('REP-013 year and month are required', async () => {
      expect(await codesOf({})).toEqual([
        ['required', 'year'],
        ['required', 'month'],
      ])
      expect(await codesOf({ year: 2026 })).toEqual([['required', 'month']])
      expect(await codesOf({ year: null, month: 10 })).toEqual([['required', 'year']])
    })

    test('a month must be over, from January 2023 and from the registration on', async () => {
      const wrong = [['invalid_report_timestamp', null]]
      expect(await codesOf({ year: 2026, month: 11 })).toEqual(wrong)
      expect(await codesOf({ year: 2026, month: 13 })).toEqual(wrong)
      expect(await codesOf({ year: 2026, month: 0 })).toEqual(wrong)
      // Registered in November 2023.
      expect(await codesOf({ year: 2023, month: 10 })).toEqual(wrong)
      expect(await codesOf({ year: 2022, month: 12 })).toEqual(wrong)
      expect(await codesOf({ year: 2023, month: 11 })).toEqual([['unverified_user', null]])
      const later = token
      service.clock.now = Date.UTC(2026, 10, 1) - 1
      // A session of later days is refused.
      token = await service.signIn(1)
      expect(await codesOf({ year: 2026, month: 10 })).toEqual(wrong)
      service.clock.now = Date.UTC(2026, 10, 1)
      expect(await codesOf({ year: 2026, month: 10 })).toEqual([['unverified_user', null]])
      service.clock.now = AFTER_OCTOBER
      token = later
    })

    test('REP-015 REP-016 REP-018 it needs the proven name and the whole proven address', async () => {
      const field = (value: string, verified = true) => ({ value, verified })
      await prove('ADDRESS', {
        address1: field('5 Nile St'),
        city: field('Cairo'),
        zip: field('11511'),
      })
      expect(await codesOf({ year: 2026, month: 10 })).toEqual([['unverified_user', null]])
      await prove('PASSPORT', { name: field('Layla'), surname: field('Haddad', false) })
      expect(await codesOf({ year: 2026, month: 10 })).toEqual([['unverified_user', null]])
      const set = (type: string, fields: object) =>
        sql`update passport.verifications set fields = fields || ${JSON.stringify(fields)}::jsonb
          where user_id = 1 and document_type = ${type}`.execute(service.core.database.read)
      await set('PASSPORT', { surname: field('Haddad') })
      expect(await codesOf({ year: 2026, month: 10 })).toEqual([['empty_address', null]])
      await set('ADDRESS', { country: field('EG') })
      await set('PASSPORT', { surname: field('') })
      expect(await codesOf({ year: 2026, month: 10 })).toEqual([
        ['empty_forename_or_surname', null],
      ])
      await set('PASSPORT', { surname: field('Haddad') })
      const { body } = await generate({ year: '2026', month: '10' })
      expect(body).toMatchObject({ state: 'success', data: { billingPeriod: '2026-10' } })
    })

    test('a month without movements gets a statement that says so', async () => {
      await closePeriod(service.core, '2026-08')
      expect((await generate({ year: 2026, month: 8 })).body.state).toBe('success')
      const { entries, opening, closing, holder } = await statementOf(1, '2026-08', 'EUR')
      expect({ entries, opening, closing }).toEqual({
        entries: [],
        opening: '0.00',
        closing: '0.00',
      })
      expect(holder).toEqual({
        name: 'Layla Haddad',
        isNameVerified: true,
        address: ['5 Nile St', '11511 Cairo', 'EG'],
        isAddressVerified: true,
      })
    })

    test('a month that is not closed yet is announced without a file, and made after the close', async () => {
      const { core, clock } = service
      clock.now = Date.UTC(2026, 11, 2)
      token = await service.signIn(1)
      expect((await generate({ year: 2026, month: 11 })).body.state).toBe('success')
      const listed = async () => (await service.get(token, '/v1/report/list')).content[0]
      expect(await listed()).toEqual({ billingPeriod: '2026-11', currency: 'EUR', filename: null })
      const { body } = await service.as(
        token,
        'GET',
        '/v1/report?billingPeriod=2026-11&currency=EUR',
      )
      expect(body.errors[0].code).toBe('not_found')

      await importOrders(core, asUpload(ordersText([[40, 3, Date.UTC(2026, 9, 20), '500']])))
      await closePeriod(core, '2026-11', NO_PROGRESS, askForStatements)
      expect(await makeDueStatements(core)).toEqual(['2026-11'])
      expect(await makeDueStatements(core)).toEqual([])
      await cancelOrder(core, 14, 'returned')
      expect((await listed()).filename).not.toBeNull()
      const pending = await core.database.read
        .selectFrom('statements')
        .select('period')
        .where('content', 'is', null)
        .execute()
      expect(pending).toEqual([])
    })

    test('what came late stands in the next statement; what was taken back stands in the month of its cancelling', async () => {
      const october = await statementOf(1, '2026-10', 'UPT')
      const november = await statementOf(1, '2026-11', 'UPT')
      expect(november.opening).toBe(october.closing)
      const bySection = (section: string) =>
        november.entries
          .filter((entry) => entry.section === section)
          .map(({ bonusType, orderId, period }) => [bonusType, orderId, period])
      expect(bySection('credit')).toContainEqual(['DIRECT', 40, null])
      expect(bySection('correction')).toContainEqual(['UCHAIN_INFINITY', 40, '2026-10'])
      const booked = november.entries.map(({ bookedAt }) => bookedAt)
      expect(Math.min(...booked)).toBe(Date.UTC(2026, 11, 2))
      const { UCHAIN_UPT_BONUS: balance } = await service.get(
        token,
        '/v1/balances?balances=UCHAIN_UPT_BONUS',
      )
      // The order was cancelled in December: the reversals stand in the statement of December.
      expect(november.closing).not.toBe(balance)
      expect(november.entries.some(({ orderId }) => orderId === 14)).toBe(false)
    })
  })

  test('statements signed with an earlier key stay valid after a new key was made', async () => {
    const { core } = service
    const { id } = await rotateKey(core)
    const keys = await readStatementKeys(core.database.read)
    expect(keys).toHaveLength(2)
    expect(keys[0]!.retiredAt).toBe(keys[1]!.madeAt)
    expect(keys[1]).toMatchObject({ id, retiredAt: null })
    const { content } = await core.database.read
      .selectFrom('statements')
      .select('content')
      .where('period', '=', '2026-11')
      .where('partnerId', '=', 1)
      .executeTakeFirstOrThrow()
    const bytes = Buffer.from(content!)
    expect((await verifyStatement(bytes, keys)).isValid).toBe(true)
    const codes: FindingCode[] = (await verifyStatement(bytes, keys.slice(1))).findings.map(
      ({ code }) => code,
    )
    expect(codes).toEqual(['unknown_key'])
  })

  test('verify finds no difference', async () => {
    expect((await verifyAll(service.core)).differences).toEqual([])
  })
})
