// What a reader of the PDF file sees: words in place of codes, and the exchange rate once.
import { beforeAll, expect, test } from 'vitest'

import { AFTER_OCTOBER, openBonusNetwork } from '../../testing/bonus-network.ts'
import { openEmbedded } from '../../testing/databases.ts'
import { pagesOfPdf } from '../../testing/read-pdf.ts'
import { closePeriod } from '../months/close-period.ts'
import { drawStatement } from './draw-statement.ts'
import { makeStatements } from './make-statements.ts'
import type { SignedStatement, Statement } from './statement.ts'
import { currentSigner, type StatementSigner } from './statement-keys.ts'

let signer: StatementSigner
/** The statements of October in UPT, by language: the same partner, who lives in India. */
const issued = new Map<string, SignedStatement>()

beforeAll(async () => {
  const { core, clock } = await openBonusNetwork(await openEmbedded())
  const { read } = core.database
  clock.now = AFTER_OCTOBER
  await closePeriod(core, '2026-10')
  signer = await currentSigner(core)
  for (const uiLanguage of ['en', 'de', 'ar']) {
    await read
      .updateTable('partners')
      .set({ uiLanguage, address1: 'Road 3', zip: '1234', city: 'IN', countryId: 'IN' })
      .where('id', '=', 1)
      .execute()
    await read.deleteFrom('statements').execute()
    await makeStatements(core, '2026-10')
    const { content } = await read
      .selectFrom('statements')
      .select('content')
      .where('partnerId', '=', 1)
      .where('currency', '=', 'UPT')
      .executeTakeFirstOrThrow()
    issued.set(uiLanguage, JSON.parse(content!) as SignedStatement)
  }
})

/** The lines of the file that is drawn for a statement, with some of its values replaced. */
function linesOf(language: string, replaced: Partial<Statement> = {}): string[] {
  const signed = issued.get(language)!
  const content = JSON.stringify({ ...signed, statement: { ...signed.statement, ...replaced } })
  return pagesOfPdf(drawStatement(content, { signer, officeOrigin: 'http://office.test' })).flat()
}

const reversed = (text: string) => [...text].toReversed().join('')

test('the head names country, account and language in words, in the language of the statement', () => {
  const english = linesOf('en')
  expect(english).toEqual(
    expect.arrayContaining(['Road 3, 1234 IN, India', 'UPT bonus', 'English']),
  )
  expect(english[english.indexOf('Account') + 1]).toBe('UPT bonus')
  expect(english[english.indexOf('Language') + 1]).toBe('English')
  expect(english.join(' ')).not.toContain('UCHAIN_UPT_BONUS')
  const german = linesOf('de')
  expect(german).toEqual(
    expect.arrayContaining(['Road 3, 1234 IN, Indien', 'UPT-Bonus', 'Deutsch']),
  )
  const arabic = linesOf('ar')
  expect(arabic).toContain(`${reversed('الهند')} ,Road 3, 1234 IN`)
  expect(arabic).toEqual(expect.arrayContaining([`UPT ${reversed('مكافأة')}`, reversed('العربية')]))
})

test('only the last line of an address is a country, if it is a code of one; EUR is no bonus', () => {
  const { holder } = issued.get('en')!.statement
  const addressOf = (...address: string[]) => linesOf('en', { holder: { ...holder, address } })
  expect(addressOf('IN', 'DE')).toContain('IN, Germany')
  expect(addressOf('Road 3', '1234 Delhi')).toContain('Road 3, 1234 Delhi')
  expect(addressOf('Road 3', 'XX')).toContain('Road 3, XX')
  expect(addressOf()).not.toContain('Address')
  const euro = linesOf('en', { currency: 'EUR' })
  expect(euro[euro.indexOf('Account') + 1]).toBe('EUR')
})

test('a rate that is the same for all lines stands once, in the head', () => {
  const lines = linesOf('en')
  expect(lines.filter((line) => line.includes('UPT for 1 EUR'))).toEqual([
    'Rate 1: 2 UPT for 1 EUR, set 01.01.1970 00:00:00 UTC',
  ])
  expect(lines[lines.indexOf('Exchange rate') + 1]).toContain('Rate 1:')
  expect(lines).not.toContain('Rates used')
  expect(lines).toContain('Direct bonus: 40% of order 11 for 25,000 EUR from your first line.')
  expect(lines.join(' ')).toContain('for 25,000 EUR from line 1. 50% of it in UPT.')
  // The data inside keep the whole text.
  expect(issued.get('en')!.statement.entries[0]!.text).toContain('Converted at 2 UPT for 1 EUR')
})

test('where rates differ, each line keeps its rate, and all are listed at the end', () => {
  const { rates } = issued.get('en')!.statement
  const lines = linesOf('en', { rates: [...rates, { ...rates[0]!, id: 2, rate: '3' }] })
  expect(lines).not.toContain('Exchange rate')
  expect(lines.slice(lines.indexOf('Rates used') + 1).slice(0, 2)).toEqual([
    'Rate 1: 2 UPT for 1 EUR, set 01.01.1970 00:00:00 UTC',
    'Rate 2: 3 UPT for 1 EUR, set 01.01.1970 00:00:00 UTC',
  ])
  const text = lines.join(' ')
  expect(text).toContain('from your first line. Converted at 2 UPT for 1 EUR')
  expect(text).toContain('50% of it converted at 2 UPT for 1 EUR')
  expect(linesOf('en', { rates: [] })).not.toContain('Rates used')
})

test('a text that was issued in other words stays whole', () => {
  const { entries } = issued.get('en')!.statement
  const text = 'A bonus, exchanged at 2 UPT for 1 EUR.'
  expect(linesOf('en', { entries: [{ ...entries[0]!, text }] })).toContain(text)
})
