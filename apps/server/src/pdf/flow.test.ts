import { expect, test } from 'vitest'

import { pagesOfPdf, readPdfObjects } from '../testing/read-pdf.ts'
import { Flow } from './flow.ts'
import { shapeLine } from './shape-text.ts'
import { TaggedPdf } from './tagged-pdf.ts'

const A4 = [595.28, 841.89] as const
const [LEFT, RIGHT] = [48, A4[0] - 48]
const BODY_SIZE = 9
const TEXT = 'Direct bonus: 40% of order 11 for 25,000 EUR from your first line.'
const AMOUNT = '20,000.00000000'

/** The lines of a document with a table of a day, a text and an amount. Units: `start` and `end` points from the left. */
function drawTable(direction: 'ltr' | 'rtl', rows: readonly (readonly string[])[]) {
  const style = { language: 'en', direction }
  const pdf = new TaggedPdf({ title: '', author: '', ...style, createdAt: 0, size: A4 })
  const columns = [
    { title: 'Date' },
    { title: 'What it is for', isWide: true },
    { title: 'Amount', isNumber: true },
  ]
  new Flow(pdf, style, A4).table(columns, rows)
  const { body, end } = pdf.finish()
  const file = Buffer.concat([body, Buffer.from(end)])
  const starts = [...readPdfObjects(file).values()].flatMap(({ stream }) =>
    Array.from(String(stream).matchAll(/BT .*? 1 0 0 1 ([\d.]+) [\d.]+ Tm/g), ([, x]) => Number(x)),
  )
  return pagesOfPdf(file)
    .flat()
    .map((text, at) => {
      const start = starts[at]!
      const { width } = shapeLine(text, { language: 'en', direction: 'ltr' })
      return { text, start, end: start + (width * BODY_SIZE) / 1000 }
    })
    .slice(columns.length)
}

test('the text of a table takes what the day and the amount leave, and amounts end at the margin', () => {
  const rows = [
    ['02.10.2026', TEXT, AMOUNT],
    ['03.10.2026', TEXT, '1.00000000'],
  ]
  const lines = drawTable('ltr', rows)
  expect(lines.map(({ text }) => text)).toEqual(rows.flat())
  const [day, text, amount, , , smaller] = lines
  expect(day!.start).toBeCloseTo(LEFT, 0)
  expect(text!.start - day!.end).toBeGreaterThanOrEqual(12)
  expect(text!.start - day!.end).toBeLessThan(13)
  expect(amount!.end).toBeCloseTo(RIGHT, 0)
  expect(smaller!.end).toBeCloseTo(RIGHT, 0)
})

test('a long text breaks just before the widest amount', () => {
  const word = 'letters '
  const [, ...lines] = drawTable('ltr', [['02.10.2026', word.repeat(40).trim(), AMOUNT]])
  const wrapped = lines.filter(({ text }) => text.startsWith('letters'))
  const amount = lines.find(({ text }) => text === AMOUNT)!
  const room = amount.start - Math.max(...wrapped.map(({ end }) => end))
  const next = (shapeLine(word, { language: 'en', direction: 'ltr' }).width * BODY_SIZE) / 1000
  expect(room).toBeGreaterThanOrEqual(12)
  expect(room).toBeLessThan(13 + next)
})

test('from right to left, the day stands at the right margin and the widest amount at the left one', () => {
  const [day, text, amount, , , smaller] = drawTable('rtl', [
    ['02.10.2026', TEXT, AMOUNT],
    ['03.10.2026', TEXT, '1.00000000'],
  ])
  expect(day!.end).toBeCloseTo(RIGHT, 0)
  expect(day!.start - text!.end).toBeGreaterThanOrEqual(12)
  expect(amount!.start - LEFT).toBeGreaterThanOrEqual(0)
  expect(amount!.start - LEFT).toBeLessThan(1)
  expect(smaller!.end).toBeCloseTo(amount!.end, 5)
})
