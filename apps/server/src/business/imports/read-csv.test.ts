import { describe, expect, test } from 'vitest'

import { ImportRefused } from './import-refused.ts'
import { readCsv } from './read-csv.ts'

const COLUMNS = { required: ['id', 'amount'], optional: ['note'] } as const

async function* inChunks(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** What is read of a text that arrives in chunks of this size: the cells, or what is wrong. */
async function read(text: string, size = 1_000) {
  const lines: (readonly string[])[] = []
  const { required, optional } = COLUMNS
  try {
    for await (const { line, cells, problem } of readCsv(inChunks(text, size), COLUMNS)) {
      lines.push([
        `${line}`,
        ...[...required, ...optional].map((name) => cells[name]),
        problem ?? '',
      ])
    }
    return lines
  } catch (error) {
    if (error instanceof ImportRefused) return error.problems
    throw error
  }
}

describe('C11.30 a byte-order mark', () => {
  test.each([1, 2, 3, 4, 1_000])(
    'at the beginning is skipped, in chunks of %i bytes',
    async (size) => {
      expect(await read('\uFEFFid,amount\n1,2\n', size)).toEqual([['2', '1', '2', '', '']])
    },
  )

  test('anywhere else is part of what it stands in', async () => {
    expect(await read('\uFEFF\uFEFFid,amount\n1,2\n')).toEqual([
      { line: 1, problem: 'the column id is missing' },
      { line: 1, problem: 'unknown column "?id"; accepted: id,amount,note' },
    ])
    expect(await read('id,amount\n\uFEFF1,2\n')).toEqual([['2', '\uFEFF1', '2', '', '']])
  })

  test('alone is an empty file', async () => {
    expect(await read('\uFEFF')).toEqual([{ line: 1, problem: 'the file is empty' }])
  })
})

describe('the end of a file', () => {
  test.each(['', '\n', '\r\n'])('%j after the last line changes nothing', async (end) => {
    for (const size of [1, 1_000]) {
      expect(await read(`id,amount${end}`, size)).toEqual([])
      expect(await read(`id,amount\n1,2${end}`, size)).toEqual([['2', '1', '2', '', '']])
    }
  })
})

describe('what a spreadsheet adds behind a table', () => {
  test('empty columns and rows are skipped, and lines keep their numbers', async () => {
    expect(await read('id,amount,,\r\n1,2,,\r\n,,,\r\n\r\n3,4,,\r\n,,,\r\n')).toEqual([
      ['2', '1', '2', '', ''],
      ['5', '3', '4', '', ''],
    ])
  })

  test('a row may have more empty cells than the header, and no value behind it', async () => {
    expect(await read('id,amount\n1,2,,,\n3,4,,x,\n')).toEqual([
      ['2', '1', '2', '', ''],
      ['3', '3', '4', '', '4 columns instead of 2'],
    ])
  })

  test('a row with fewer cells is named, also if the missing ones are optional', async () => {
    expect(await read('id,amount,note\n1,2\n,,\n')).toEqual([
      ['2', '1', '2', '', '2 columns instead of 3'],
    ])
  })

  test('an empty column between others is unknown', async () => {
    expect(await read('id,,amount\n')).toEqual([
      { line: 1, problem: 'unknown column ""; accepted: id,amount,note' },
    ])
  })

  test('a row that has only an optional value is no empty row', async () => {
    expect(await read('id,amount,note\n,,a\n')).toEqual([['2', '', '', 'a', '']])
  })
})

describe('other separators', () => {
  test.each([
    ['semicolons', 'id;amount\n1;2,50\n'],
    ['semicolons', '\uFEFF"id";"amount";"note"\r\n"1";"2,50";""\r\n'],
    ['tabs', 'id\tamount\r\n1\t2\r\n'],
    ['vertical bars', 'note|id|amount\n'],
  ])('%s are named', async (name, text) => {
    const problem = `the columns are separated by ${name}; save the file with commas, and amounts with points`
    const header = text.split('\n', 1)[0]!
    for (const size of [1, 5, 1_000]) {
      expect(await read(text, size)).toEqual([{ line: 1, problem }])
      expect(await read(header, size)).toEqual([{ line: 1, problem }])
    }
  })

  test('a header of one column that holds such a sign is an unknown column', async () => {
    expect(await read('id,amount,a;b\n')).toEqual([
      { line: 1, problem: 'unknown column "a;b"; accepted: id,amount,note' },
    ])
  })

  test('such signs in the lines below are values', async () => {
    expect(await read('id,amount,note\n1,2,id;amount\n')).toEqual([
      ['2', '1', '2', 'id;amount', ''],
    ])
  })
})
