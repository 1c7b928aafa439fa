import { beforeAll, expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'

const ACCOUNT = 'UCHAIN_UPT_BONUS'

onPostgres('the ledger of a partner as a file', (newDatabase) => {
  let service: PartnersService
  let token: string
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
    token = await service.signInAccepted(1)
  })
  const fileOf = async (query: string, as = token) => {
    const response = await service.office.inject({
      method: 'GET',
      url: `/v1/ledger/export?${query}`,
      headers: { authorization: `Bearer ${as}` },
    })
    const [head, ...lines] = response.body.trimEnd().split('\n')
    return {
      response,
      head,
      rows: lines.map((line) =>
        line.replaceAll(/"([^"]*)"/g, (_, text: string) => text.replace(',', ';')).split(','),
      ),
    }
  }
  const stored = async (partnerId: number) =>
    service.core.database.read
      .selectFrom('transfers as t')
      .innerJoin('accounts as a', 'a.id', 't.partnerAccountId')
      .select(['t.id', 't.createdAt', 't.kind', 't.hash', 't.reference'])
      .where('a.partnerId', '=', partnerId)
      .where('a.name', '=', ACCOUNT)
      .orderBy('t.id')
      .execute()

  test('EXP-001 each transfer of the account with the balance after it, oldest first, and no other partner’s', async () => {
    const { response, head, rows } = await fileOf(`account=${ACCOUNT}`)
    expect(head).toBe('\uFEFFid,createdAt,kind,amount,balance,reference,hash')
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="ledger-${ACCOUNT}.csv"`,
    )
    expect(response.headers['x-lines']).toBe(String(rows.length + 1))
    const transfers = await stored(1)
    expect(transfers.length).toBeGreaterThan(5)
    expect(
      rows.map(([id, at, kind, , , reference, hash]) => [id, at, kind, reference, hash]),
    ).toEqual(
      transfers.map(({ id, createdAt, kind, reference, hash }) => [
        String(id),
        new Date(createdAt).toISOString(),
        kind,
        reference.replace(',', ';'),
        hash.toString('hex'),
      ]),
    )
    const units = (text: string) => BigInt(text.replace('.', ''))
    let sum = 0n
    for (const [, , , amount, balance] of rows) {
      sum += units(amount!)
      expect(units(balance!)).toBe(sum)
    }
    const balances = await service.get(token, `/v1/balances?balances=${ACCOUNT}`)
    expect(rows.at(-1)![4]).toBe(balances[ACCOUNT])
  })

  test('EXP-001 the days of the filter choose rows, not the balance', async () => {
    const { rows } = await fileOf(`account=${ACCOUNT}`)
    const day = rows[0]![1]!.slice(0, 10)
    expect((await fileOf(`account=${ACCOUNT}&dateFrom=${day}&dateTo=${day}`)).rows).toEqual(rows)
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    expect((await fileOf(`account=${ACCOUNT}&dateTo=${before}`)).rows).toEqual([])
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    expect((await fileOf(`account=${ACCOUNT}&dateFrom=${after}`)).rows).toEqual([])
  })

  test('EXP-001 an account that was never used is an empty file, an unknown name is refused', async () => {
    expect((await fileOf('account=NO_ACCOUNT')).response.json()).toMatchObject({
      errors: [{ code: 'wallet_not_found', fieldName: 'account' }],
    })
    const dan = await service.signInAccepted(7)
    const { head, rows } = await fileOf(`account=${ACCOUNT}`, dan)
    expect(head).toContain('id,createdAt')
    expect(rows).toEqual([])
  })
})
