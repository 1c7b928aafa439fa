import { beforeAll, describe, expect, test } from 'vitest'

import { asUpload, openTestCore } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { chainText, PARTNER_HEADER, partnersText } from '../../testing/network-files.ts'
import type { Core } from '../../core/core.ts'
import { ImportRefused } from '../imports/import-refused.ts'
import { importPartners } from './import-partners.ts'
import { registerPartner } from './register-partner.ts'

async function refusal(core: Core, input: AsyncIterable<Uint8Array>): Promise<ImportRefused> {
  const result = await importPartners(core, input).catch((error: unknown) => error)
  expect(result).toBeInstanceOf(ImportRefused)
  return result as ImportRefused
}

const line = (cells: readonly (string | number)[]): string => `${cells.join(',')}\n`
const good = (id: number | string, sponsorId: number | string = ''): string =>
  line([id, sponsorId, `p${id}@example.com`, 'Ann', 'Lee', '2024-01-01T00:00:00Z', 'DE'])

onBothDatabases('a partners file', (newDatabase) => {
  test('lines in any order become the tree, with contacts and an invite code each', async () => {
    const core = await openTestCore(await newDatabase())
    const file =
      `${PARTNER_HEADER},telegram,uiLanguage\n` +
      '3,2,c@example.com,"Ga, ""Bo""",Ray,1704067200000,GB,@bo,de\n' +
      '1,,a@example.com,عمر,Ray,2024-01-01T01:00:00+01:00,AE,,\n' +
      '2,1,b@example.com,Zoe\u0301,Ray,2024-01-01T00:00:00.5Z,FR,,\n'
    expect(await importPartners(core, asUpload(file))).toEqual({ imported: 3 })
    expect(await core.network.path(1, 3)).toMatchObject({ partnerIds: [2] })
    expect(await core.network.downline(1)).toMatchObject({ partnerIds: [2, 3] })
    const rows = await core.database.read
      .selectFrom('partners')
      .select(['id', 'depth', 'firstName', 'registeredAt', 'telegram', 'uiLanguage', 'inviteCode'])
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { id: 1, depth: 0, firstName: 'عمر', registeredAt: 1_704_067_200_000, uiLanguage: 'en' },
      { id: 2, depth: 1, firstName: 'Zoé', registeredAt: 1_704_067_200_500 },
      { id: 3, depth: 2, firstName: 'Ga, "Bo"', telegram: '@bo', uiLanguage: 'de' },
    ])
    expect(new Set(rows.map(({ inviteCode }) => inviteCode)).size).toBe(3)
  })

  test('a second file may name sponsors of the first', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(3)))
    await importPartners(
      core,
      asUpload(
        partnersText([
          [5, 4],
          [4, 3],
        ]),
      ),
    )
    expect(await core.network.downline(1)).toMatchObject({ partnerIds: [2, 3, 4, 5] })
  })

  test('a password is stored sealed, never in plain text', async () => {
    const core = await openTestCore(await newDatabase())
    const password = 'correct horse battery'
    await importPartners(
      core,
      asUpload(
        `${PARTNER_HEADER},password\n1,,a@example.com,Ann,Lee,2024-01-01T00:00:00Z,DE,${password}\n`,
      ),
    )
    const account = await core.database.read
      .selectFrom('passport.accounts')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      userId: 1,
      email: 'a@example.com',
      emailConfirmed: true,
      passwordHash: null,
    })
    expect(account.sealedPassword?.includes(password)).toBe(false)
    expect(core.passwords.open(1, account.sealedPassword!)).toBe(password)
  })

  test('every bad line is named with its number and reason, and nothing is imported', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(partnersText([[1, null]])))
    const file =
      `${PARTNER_HEADER}\n` +
      good(10) +
      good(10) +
      good(1) +
      good(11, 99) +
      good(12, 13) +
      good(13, 14) +
      good(14, 12) +
      good(15, 14) +
      good(16, 16) +
      line([17, '', 'P10@EXAMPLE.com', 'Ann', 'Lee', '2024-01-01T00:00:00Z', 'DE']) +
      line([18, '', 'no-address', '', '\u0007', '2024-01-01', 'XX']) +
      good('1.5') +
      good('-4', 'x') +
      // A bad sponsor line does not make the line below it bad.
      good(19, 18) +
      // A line that repeats the e-mail address of a bad line is wrong too.
      line([20, '', 'p20@example.com', 'Ann', 'Lee', '2024-01-01T00:00:00Z', 'XX']) +
      line([21, '', 'P20@example.com', 'Ann', 'Lee', '2024-01-01T00:00:00Z', 'DE'])
    const { problems, total } = await refusal(core, asUpload(file))
    expect(problems).toEqual([
      { line: 3, problem: 'email "p10@example.com" stands on line 2 already' },
      { line: 3, problem: 'id 10 stands on line 2 already' },
      { line: 4, problem: 'email "p1@example.com" belongs to another partner' },
      { line: 4, problem: 'id 1 belongs to another partner' },
      { line: 5, problem: 'sponsorId 99 is unknown' },
      ...[6, 7, 8, 9].map((at) => ({
        line: at,
        problem: `partner ${at + 6} stands in a cycle of sponsors, or below one`,
      })),
      { line: 10, problem: 'partner 16 sponsors itself' },
      { line: 11, problem: 'email "P10@EXAMPLE.com" stands on line 2 already' },
      { line: 12, problem: 'email "no-address" is not an e-mail address' },
      {
        line: 12,
        problem:
          'registeredAt "2024-01-01" is not an instant: ISO 8601 with a zone and at most 3 decimals of a second, or epoch milliseconds',
      },
      { line: 12, problem: 'countryId "XX" is not a country: ISO 3166-1 alpha-2' },
      { line: 12, problem: 'firstName is missing' },
      { line: 12, problem: 'lastName "?" holds control characters' },
      { line: 13, problem: 'id "1.5" is not a positive integer' },
      { line: 14, problem: 'id "-4" is not a positive integer' },
      { line: 14, problem: 'sponsorId "x" is not a positive integer' },
      { line: 16, problem: 'countryId "XX" is not a country: ISO 3166-1 alpha-2' },
      { line: 17, problem: 'email "P20@example.com" stands on line 16 already' },
    ])
    expect(total).toBe(21)
    expect(core.network.engine.size).toBe(1)
    expect(await importPartners(core, asUpload(partnersText([[10, 1]])))).toEqual({ imported: 1 })
  })
})

onPostgres('a partners file with other lines', (newDatabase) => {
  test('id and address of a registration are taken before it is confirmed', async () => {
    const core = await openTestCore(await newDatabase())
    const texts = { firstName: 'New', lastName: 'Partner', countryId: 'DE', language: 'en' }
    const secret = { passwordHash: 'hash', referral: null }
    const id = await registerPartner(core, { ...texts, ...secret, email: 'P7@example.com' })
    const file = `${PARTNER_HEADER}\n${good(id)}${good(7)}${good(8, id)}`
    const { problems } = await refusal(core, asUpload(file))
    expect(problems).toEqual([
      { line: 2, problem: `id ${id} belongs to a registration that is not confirmed yet` },
      {
        line: 3,
        problem: 'email "p7@example.com" belongs to a registration that is not confirmed yet',
      },
    ])
    const below = partnersText([[8, id]])
    expect((await refusal(core, asUpload(below))).problems).toEqual([
      { line: 2, problem: `sponsorId ${id} is unknown` },
    ])
  })

  test('of more than a hundred bad lines the first hundred are named and all are counted', async () => {
    const core = await openTestCore(await newDatabase())
    const bad = Array.from({ length: 250 }, (_, at) => good(at + 1, 9_999)).join('')
    const { problems, total } = await refusal(core, asUpload(`${PARTNER_HEADER}\n${bad}`))
    expect(total).toBe(250)
    expect(problems.map(({ line: number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 2),
    )
  })

  test('a file is imported as a spreadsheet saves it: byte-order mark, CRLF, empty columns and rows', async () => {
    const core = await openTestCore(await newDatabase())
    const [header, ...lines] = partnersText([
      [10, null],
      [11, 10],
    ])
      .trimEnd()
      .split('\n')
    const saved = [header, ...lines, ',,,,,,'].map((each) => `${each},,\r\n`).join('')
    expect(await importPartners(core, asUpload(`\uFEFF${saved}`))).toEqual({ imported: 2 })
    expect(await core.network.figures(10)).toMatchObject({ flSize: 1 })
  })

  test('a chain is imported that is deeper than calls may be nested', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, asUpload(chainText(13_000)))
    expect(await core.network.figures(1)).toMatchObject({ teamSize: 12_999, flSize: 1 })
  })

  describe('that is invalid', () => {
    let core: Core
    beforeAll(async () => {
      core = await openTestCore(await newDatabase())
    })

    async function* chunks(...parts: Uint8Array[]) {
      yield* parts
    }
    const text = (value: string) => new TextEncoder().encode(value)

    test.for([
      ['nothing', [text('')], 1, 'the file is empty'],
      [
        'Latin-1',
        [
          text(`${PARTNER_HEADER}\n1,,a@b.c,Ann,`),
          Uint8Array.of(0x4d, 0xfc, 0x6c),
          text(',0,DE\n'),
        ],
        2,
        'not UTF-8; save the file in that encoding',
      ],
      [
        'UTF-8 that ends in the middle of a character',
        [Uint8Array.of(0x69, 0xc3)],
        1,
        'not UTF-8; save the file in that encoding',
      ],
      ['a NUL character', [text(`${PARTNER_HEADER}\n1,,a@b.c,A\0,B,0,DE\n`)], 2, 'a NUL character'],
      [
        'a NUL character in a last line without a line feed',
        [text(`${PARTNER_HEADER}\n1,,a@b.c,A\0`)],
        2,
        'a NUL character',
      ],
      [
        'a quote that never ends',
        [text(`${PARTNER_HEADER}\n1,,a@b.c,"A,B,0,DE\n`)],
        2,
        'not CSV: check the quotes',
      ],
      [
        'a line without end',
        [text('x'.repeat(200_000))],
        1,
        'a line of more than 100000 characters',
      ],
    ] as const)('%s is refused with its line', async ([, parts, at, problem]) => {
      const { problems } = await refusal(core, chunks(...parts))
      expect(problems).toEqual([{ line: at, problem }])
    })

    test('a record of several lines is named by its first line', async () => {
      const { problems } = await refusal(
        core,
        asUpload(
          `${PARTNER_HEADER}\nx,,a@example.com,"A\n\nB","C\nD",0,DE\ny,,b@example.com,A,B,0,DE\n`,
        ),
      )
      const ofIds = problems.filter(({ problem }) => problem.startsWith('id '))
      expect(ofIds.map((problem) => problem.line)).toEqual([2, 6])
    })

    test('missing, unknown and duplicate columns are named', async () => {
      const { problems } = await refusal(
        core,
        asUpload('id,id,sponsorId,email,firstName,lastName,countryId,age\n'),
      )
      expect(problems.map(({ problem }) => problem)).toEqual([
        'the column registeredAt is missing',
        'unknown column "age"',
        `the column id stands twice; accepted: ${PARTNER_HEADER},phone,telegram,whatsapp,skype,viber,wechat,facebook,instagram,site,uiLanguage,password`,
      ])
    })
  })
})
