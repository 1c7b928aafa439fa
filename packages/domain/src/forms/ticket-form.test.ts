import { describe, expect, test } from 'vitest'

import {
  fileNameShown,
  kindOfName,
  TICKET_FILE_BYTES_BELOW,
  ticketFileProblem,
  ticketProblems,
} from './ticket-form.ts'

const problemsOf = (form: Parameters<typeof ticketProblems>[0]) =>
  ticketProblems(form).map(({ field, code }) => `${field} ${code}`)
const ticket = (type: string, more: object = {}) => ({
  formId: type,
  type,
  comment: 'Why?',
  ...more,
})

describe('a ticket', () => {
  test.each(['1', '8', '10'])('of type %s needs a comment only', (type) => {
    expect(problemsOf(ticket(type, { email: 'no', bonusType: 'no' }))).toEqual([])
    expect(problemsOf({ formId: type, type })).toEqual(['comment required'])
  })

  test.each([
    [{}, ['type required', 'formId required', 'comment required']],
    [ticket('4'), ['type validation_error']],
    [ticket('1', { formId: '2' }), ['formId validation_error']],
    [ticket('1', { comment: ' \n' }), ['comment required']],
    [ticket('1', { comment: 'x'.repeat(5_000) }), []],
    [ticket('1', { comment: 'x'.repeat(5_001) }), ['comment max_length']],
    [ticket('1', { comment: 'a\u0000' }), ['comment validation_error']],
    [ticket('1', { comment: 'a\nb' }), []],
    [ticket('2'), ['email required']],
    [ticket('2', { email: ' ' }), ['email required']],
    [ticket('2', { email: ` ${'x'.repeat(244)}@example.com ` }), []],
    [ticket('2', { email: 'anna' }), ['email wrong_email']],
    [ticket('2', { email: ' anna@example.com ' }), []],
    [ticket('2', { email: `${'x'.repeat(245)}@example.com` }), ['email max_length']],
    [ticket('3'), ['bonusType required']],
    [ticket('3', { bonusType: 'diamond' }), ['bonusType validation_error']],
    [ticket('3', { bonusType: 'rang_bonus' }), []],
  ] as const)('%j has the problems %j', (form, problems) => {
    expect(problemsOf(form)).toEqual(problems)
  })
})

describe('a file of a ticket', () => {
  const file = (name: string, size = 10) => ({ name, size })
  const four = ['a.pdf', 'b.png', 'c.jpg', 'd.bmp'].map((name) => file(name))

  test('is the fifth at most, under 15,000,000 bytes, of a known kind, and has a name of its own', () => {
    expect(ticketFileProblem(file('e.tiff'), four)).toBeNull()
    expect(ticketFileProblem(file('f.pdf'), [...four, file('e.tiff')])).toBe('tooMany')
    expect(ticketFileProblem(file('A.PDF'), four)).toBe('twice')
    expect(ticketFileProblem(file('e\u0301.pdf'), [file('é.pdf')])).toBe('twice')
    expect(ticketFileProblem(file('STRASSE.pdf'), [file('straße.pdf')])).toBeNull()
    expect(ticketFileProblem(file('a.svg'), [])).toBe('kind')
    expect(ticketFileProblem(file('a.pdf', TICKET_FILE_BYTES_BELOW), [])).toBe('size')
    expect(ticketFileProblem(file('a.pdf', TICKET_FILE_BYTES_BELOW - 1), [])).toBeNull()
  })

  test.each([
    ['a.PDF', 'pdf'],
    ['a.jpeg', 'jpeg'],
    ['a.tif', 'tiff'],
    ['pdf.exe', null],
    ['pdf', 'pdf'],
    ['', null],
  ])('the name %j says %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a.pdf', 'a.pdf'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['a\u0000\r\nb"<>.pdf', 'ab.pdf'],
    [' a.pdf ', 'a.pdf'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['e\u0301.pdf', 'é.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
    [`a.b${'x'.repeat(300)}.pdf`, `a.b${'x'.repeat(113)}.pdf`],
  ])('the name %j is shown as %j', (name, shown) => {
    expect(fileNameShown(name)).toBe(shown)
  })
})
