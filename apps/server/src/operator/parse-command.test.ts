import { describe, expect, test } from 'vitest'

import { COMMAND_NAMES, COMMANDS, synopsis } from './command-table.ts'
import { helpText, parseCommand, WrongUsage } from './parse-command.ts'

const words = (line: string) => (line === '' ? [] : line.split(' '))

describe('the command line', () => {
  test.each([
    ['import partners a.csv', 'import partners', ['a.csv'], {}],
    ['cancel order 5 --reason returned', 'cancel order', ['5'], { reason: 'returned' }],
    ['cancel order --reason=returned 5', 'cancel order', ['5'], { reason: 'returned' }],
    ['rates set EUR UPT 2', 'rates set', ['EUR', 'UPT', '2'], { type: 'SELL' }],
    ['rates set EUR UPT -2.5 --type BUY', 'rates set', ['EUR', 'UPT', '-2.5'], { type: 'BUY' }],
    ['demo --partners 10', 'demo', [], { partners: '10', months: '18', seed: '1' }],
    ['export bonuses --period 2026-01', 'export', ['bonuses'], { period: '2026-01' }],
    ['config set bonusPages -- --x', 'config set', ['bonusPages', '--x'], {}],
  ])('`%s` is understood', (line, name, given, options) => {
    expect(parseCommand(words(line))).toEqual({
      kind: 'run',
      command: { name, arguments: given, options },
    })
  })

  test('an empty value is a value', () => {
    expect(parseCommand(['config', 'set', 'bonusPages', ''])).toMatchObject({
      command: { arguments: ['bonusPages', ''] },
    })
  })

  test.each([
    '',
    'nonsense',
    'import',
    'import all a.csv',
    'import partners',
    'import partners a.csv b.csv',
    'import partners a.csv --fast',
    'cancel order 5',
    'cancel order five --reason x',
    'cancel order 0 --reason x',
    'cancel order 5 --reason',
    'rates set EUR UPT 2 --type OTHER',
    'export bonuses --period 2026-13',
    'demo --partners 0',
    'demo --partners -5',
    'partner block',
    'partner block -1',
    'partner public-page 5',
    'partner public-page 5 4',
    'partner public-page 5 none',
    'close 2026-13',
    'close 2026-01 --dry-run=1',
    'close --dry-run',
    'payouts list --status DONE',
    'payouts approve 5',
    'payouts approve 5 --tx',
    'payouts reject 5',
    'export everything',
    'toString',
    '__proto__',
  ])('`%s` is wrong usage, with a message of one line', (line) => {
    const problem = () => parseCommand(words(line))
    expect(problem).toThrow(WrongUsage)
    expect(problem).toThrow(/^[^\n]+$/)
  })

  test.each(COMMAND_NAMES)('`%s --help` shows its usage and what it is for', (name) => {
    const request = parseCommand([...words(name), '--help'])
    if (request.kind !== 'help') throw new Error('No help was asked for')
    const text = helpText(request.commands)
    expect(text).toContain(`Usage: office ${synopsis(name)}`)
    expect(text).toContain(COMMANDS[name].help)
  })

  test.each(['--help', 'help', '-h'])('`%s` shows every command', (line) => {
    const request = parseCommand([line])
    if (request.kind !== 'help') throw new Error('No help was asked for')
    for (const name of COMMAND_NAMES) expect(helpText(request.commands)).toContain(synopsis(name))
  })

  test('a family of commands has its own help, and an unknown one has none', () => {
    expect(parseCommand(['rates', '--help'])).toEqual({
      kind: 'help',
      commands: ['rates set', 'rates list'],
    })
    expect(() => parseCommand(['nonsense', '--help'])).toThrow(WrongUsage)
  })
})
