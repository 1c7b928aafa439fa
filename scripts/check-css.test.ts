import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { checkCss } from './check-css.mjs'

describe('the check of classes', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'check-css-'))
    mkdirSync(join(root, 'packages/ui/src'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))

  /** The problems of one style sheet and one module, without the file names and the count of files. */
  function problemsOf(css: string, code: string): string[] {
    writeFileSync(join(root, 'packages/ui/src/x.css'), css)
    writeFileSync(join(root, 'packages/ui/src/x.tsx'), code)
    const [...problems] = checkCss(root).problems
    expect(problems.pop()).toBe('Only 2 files were read: the check is blind')
    return problems.map((problem) => problem.replace(/^\S+ /, ''))
  }

  test('finds a class without a rule', () => {
    const code = '<p className="line gone"><i className={isOn ? "here" : "away"} /></p>'
    expect(problemsOf('.line, .here {}', code)).toEqual([
      'the class gone has no rule',
      'the class away has no rule',
    ])
  })

  test('finds a rule without a class, whatever stands around its selector', () => {
    const css = '@media (width < 9px) { .line > .gone:not(.away)::before, [data-x=".y"] {} }'
    expect(problemsOf(css, '<p className="line" />')).toEqual([
      'no element has the class gone',
      'no element has the class away',
    ])
  })

  test('finds classes in classes(), in constants and in templates', () => {
    const code = `
      const TONES = { red: 'tone-red', blue: 'tone-blue' } as const
      const box = 'box'
      classes('chip', isOn && 'on', TONES[tone])
      const a = <p className={box} />
      const b = <p className={\`stats c\${columns} wide\`} />`
    expect(problemsOf('', code).sort()).toEqual(
      ['box', 'chip', 'on', 'stats', 'tone-blue', 'tone-red', 'wide'].map(
        (name) => `the class ${name} has no rule`,
      ),
    )
  })

  test('knows classes that a template makes of a number or of a word in the code', () => {
    const code = `
      type Props = { variant: 'primary' }
      const a = <p className={\`button-\${variant} columns-\${columns}\`} />`
    const css = '.button-primary, .button-gone, .columns-2, .columns-x {}'
    expect(problemsOf(css, code)).toEqual([
      'no element has the class button-gone',
      'no element has the class columns-x',
    ])
  })

  test('finds classes that are abbreviations', () => {
    expect(problemsOf('.kv, .row, .card {}', '<p className="kv row card" />')).toEqual([
      'the class kv is no word: write it out',
      'the class row is no word: write it out',
    ])
  })

  test('reads no class out of a comparison, a call or an import', () => {
    const code = `
      import x from './gone.ts'
      const a = <p className={size === 'large' ? look('small') : undefined} />`
    expect(problemsOf('', code)).toEqual([])
  })
})
