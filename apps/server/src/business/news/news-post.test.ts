import { describe, expect, test } from 'vitest'

import { readPost } from './news-post.ts'

const HEAD = ['language: de', 'title: Neu im Herbst', 'category: Produkt', 'date: 2026-11-01']
const file = (head: readonly string[], content = 'Ein *Text*.') =>
  `---\n${head.join('\n')}\n---\n${content}\n`

/** The file with one line of its front matter replaced. */
const withLine = (start: string, line: string) =>
  file(HEAD.map((known) => (known.startsWith(start) ? line : known)))

describe('a post', () => {
  test('is read from Markdown with front matter', () => {
    const written = file([...HEAD, 'figure: herbst.webp'])
    const post = {
      language: 'de',
      title: 'Neu im Herbst',
      category: 'Produkt',
      publishedAt: Date.UTC(2026, 10, 1),
      figure: 'herbst.webp',
      content: 'Ein *Text*.',
    }
    expect(readPost(written)).toEqual(post)
    expect(readPost(written.replaceAll('\n', '\r\n'))).toEqual(post)
  })

  test('its text may hold a line of hyphens and colons', () => {
    const { content } = readPost(file(HEAD, 'One: two\n---\nthree'))
    expect(content).toBe('One: two\n---\nthree')
  })

  const FRONT_MATTER = 'must begin with a line of three hyphens and end with another one'
  const DATE = 'must be a day such as 2026-11-01, or an instant: ISO 8601 with a zone'
  const TITLE = 'must be a text of one line with 1 to 200 characters'
  test.each([
    ['no front matter', 'hello', [['front matter', FRONT_MATTER]]],
    ['front matter without an end', '---\ntitle: x\n', [['front matter', FRONT_MATTER]]],
    [
      'no fields',
      file([]),
      ['language', 'title', 'category', 'date'].map((f) => [f, 'is missing']),
    ],
    ['no title', file(HEAD.filter((row) => !row.startsWith('title'))), [['title', 'is missing']]],
    ['an empty title', withLine('title', 'title:'), [['title', TITLE]]],
    [
      'a title of 201 characters',
      withLine('title', `title: ${'x'.repeat(201)}`),
      [['title', TITLE]],
    ],
    ['a title with a control character', withLine('title', 'title: a\u0007b'), [['title', TITLE]]],
    ['another language', withLine('language', 'language: xx'), [['language', expect.any(String)]]],
    ['a date that does not exist', withLine('date', 'date: 2026-02-30'), [['date', DATE]]],
    ['a date without a zone', withLine('date', 'date: 2026-02-03T10:00:00'), [['date', DATE]]],
    ['a doubled field', file([...HEAD, 'title: again']), [['title', 'stands there twice']]],
    [
      'a figure elsewhere',
      file([...HEAD, 'figure: https://x.example/a.png']),
      [['figure', expect.any(String)]],
    ],
    ['a figure above', file([...HEAD, 'figure: ../a.png']), [['figure', expect.any(String)]]],
    ['a figure that runs', file([...HEAD, 'figure: a.svg']), [['figure', expect.any(String)]]],
    ['no text', file(HEAD, ' '), [['content', expect.any(String)]]],
    [
      'a text of 20,001 characters',
      file(HEAD, 'x'.repeat(20_001)),
      [['content', expect.any(String)]],
    ],
    ['a NUL', file(HEAD, 'a\0b'), [['content', expect.any(String)]]],
    [
      'a nameless line',
      file([...HEAD, 'hello']),
      [['front matter', 'has a line without a name: hello']],
    ],
    [
      'an unknown field',
      file([...HEAD, 'author: me']),
      [['author', 'is no field of a post; known are language, title, category, date, figure']],
    ],
  ])('with %s is refused, and what is wrong is named', (_title, text, problems) => {
    const named = problems.map(([place, problem]) => ({ place, problem }))
    expect(() => readPost(text)).toThrow(expect.objectContaining({ problems: named }))
  })

  test('with a title of 200 characters and a text of 20,000 is accepted', () => {
    const head = HEAD.map((row) => (row.startsWith('title') ? `title: ${'x'.repeat(200)}` : row))
    expect(readPost(file(head, 'y'.repeat(20_000))).title).toHaveLength(200)
  })
})
