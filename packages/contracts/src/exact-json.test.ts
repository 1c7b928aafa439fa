import { describe, expect, test } from 'vitest'

import { ExactNumber, parseExactJson, UnstorableText, withDecimalsAsText } from './exact-json.ts'
import { PaidCents, RateText } from './primitives.ts'

describe('exact JSON', () => {
  test.each(['0.1', '1e5', '1.10', '9007199254740993', '-0', '1E400', '0.30000000000000004'])(
    'the number %s keeps its text',
    (text) => expect(parseExactJson(text)).toEqual(new ExactNumber(text)),
  )

  test.each(['0', '-7', '1760313600000', '9007199254740991'])('%s is a whole number', (text) =>
    expect(parseExactJson(text)).toBe(Number(text)),
  )

  test.each([
    '{"a":"\\u0000"}',
    '{"\\u0000":1}',
    '["\\ud800"]',
    '{"\\udc00x":1}',
    '{"a":',
    '[1,]',
    '',
    'NaN',
    '[01]',
    '{a:1}',
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"\\u0061":3}',
    '[{"a":{"b":1, "b" :2}}]',
    '{"__proto__":1,"__proto__":2}',
  ])('%s is refused', (text) => expect(() => parseExactJson(text)).toThrow(SyntaxError))

  test.each([
    ['{"a":[{"b":"x"},{"b":"\\u0000"}]}', '/a/1/b'],
    ['{"a":"x","b":"\\ud800"}', '/b'],
    ['{"a":{"\\u0000":1}}', '/a'],
    ['"\\u0000"', ''],
  ])('of %s the text that cannot be stored is named', (text, pointer) => {
    expect(() => parseExactJson(text)).toThrow(new UnstorableText(pointer))
    expect(() => parseExactJson(text)).toThrow(expect.objectContaining({ pointer }))
  })

  test.each([
    '{"a":{"a":1},"b":[{"a":2},{"a":3}],"":{"":4}}',
    '{"a\\":":1,"a":"b\\\\","c":"\\":\\"d\\":1"}',
    '"a:"',
    '[]',
  ])('%s is read: no key stands twice in one object', (text) =>
    expect(parseExactJson(text)).toEqual(JSON.parse(text)),
  )

  test('a million brackets end in an error, not in a crash', () => {
    expect(() => parseExactJson('['.repeat(1_000_000))).toThrow()
  })

  test('a document can be converted to decimals as text', () => {
    const document = parseExactJson('{"a":[0.50,{"b":1e2}],"c":3,"d":null}')
    expect(withDecimalsAsText(document)).toEqual({ a: ['0.50', { b: '1e2' }], c: 3, d: null })
  })
})

describe('amounts on the wire', () => {
  const read = (json: string) => PaidCents.safeParse(parseExactJson(json)).data

  test.each([
    ['0.1', 10],
    ['"0.10"', 10],
    ['100', 10_000],
    ['1234567.89', 123_456_789],
    ['999999999999.99', 99_999_999_999_999],
    ['0.29', 29],
    ['4.35', 435],
  ])('%s is %d cents', (json, cents) => expect(read(json)).toBe(cents))

  test.each([
    '0',
    '"0.00"',
    '-1',
    '-0',
    '1.001',
    '1e2',
    '1E2',
    '"1,5"',
    '"+1"',
    '" 1"',
    '"١٢"',
    '"0x10"',
    '"NaN"',
    '"1."',
    '".5"',
    'true',
    'null',
    '[1]',
    '1000000000000',
    '0.30000000000000004',
  ])('%s is no amount', (json) => expect(read(json)).toBeUndefined())

  test('a rate keeps its 18 decimals', () => {
    expect(RateText.parse(parseExactJson('0.123456789012345678'))).toBe('0.123456789012345678')
    expect(RateText.safeParse(parseExactJson('0.1234567890123456789')).success).toBe(false)
  })
})
