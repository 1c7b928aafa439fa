import { deflateSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { pdfOf, pdfStream, samplePdf } from '../../testing/sample-files.ts'
import { isPassivePdf } from './is-passive-pdf.ts'
import { PdfRules } from './pdf-rules.ts'
import { readPdf } from './read-pdf.ts'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** The reason for which a file is refused; null for one that passes. */
function problemOf(bytes: Buffer): string | null {
  try {
    const rules = new PdfRules()
    readPdf(bytes, rules.check)
    rules.finish()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'

/** A page with more keys in its catalog, in the page itself, and more objects from number 4 on. */
const withKeys = ({ catalog = '', page = '', objects = [] as readonly string[] }) =>
  pdfOf({
    objects: [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      PAGES,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
      ...objects,
    ],
  })

const annotation = (keys: string) => withKeys({ page: `/Annots[<</Rect[0 0 9 9]${keys}>>]` })
const link = (action: string) => annotation(`/Type/Annot/Subtype/Link/A${action}`)

type Packing = {
  readonly filter?: string
  readonly pack?: (content: Buffer) => Buffer
  readonly tail?: string
  readonly at?: (places: readonly number[]) => readonly number[]
}

const asHexadecimal = (content: Buffer) => Buffer.from(`${content.toString('hex')}>`)

/** Deflated rows of 8 bytes that each state the difference from the row above. */
function upRows(content: Buffer): Buffer {
  const padded = Buffer.concat([content, Buffer.alloc((8 - (content.length % 8)) % 8, ' ')])
  const rows = Array.from({ length: padded.length / 8 }, (_, row) => {
    const above = (at: number) => (row === 0 ? 0 : padded[(row - 1) * 8 + at]!)
    return [2, ...padded.subarray(row * 8, row * 8 + 8).map((byte, at) => byte - above(at))]
  })
  return deflateSync(Buffer.from(rows.flat()))
}
const UP = '/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>'

/** A page whose objects are packed in a stream, with a cross-reference stream, as programs of today write it. */
function packedPdf(catalog: string, packing: Packing = {}): Buffer {
  const { filter = '/FlateDecode', pack = deflateSync, tail = '' } = packing
  const objects = [`<</Type/Catalog/Pages 2 0 R${catalog}>>`, PAGES, PAGE]
  const starts = objects.map((_, at) => objects.slice(0, at).join(' ').length + Math.sign(at))
  const places = packing.at?.(starts) ?? starts
  const head = places.map((place, at) => `${at + 1} ${place}`).join(' ')
  const packed = pack(bytesOf(`${head} ${objects.join(' ')}${tail}`))
  const holder = Buffer.concat([
    bytesOf(
      `%PDF-1.5\n4 0 obj<</Type/ObjStm/N 3/First ${head.length + 1}/Filter${filter}/Length ${packed.length}>>stream\n`,
    ),
    packed,
    bytesOf('\nendstream endobj\n'),
  ])
  const row = (kind: number, first: number, second: number) => [
    kind,
    first >> 8,
    first & 255,
    second,
  ]
  const table = deflateSync(
    Buffer.from([
      ...row(0, 0, 255),
      ...[0, 1, 2].flatMap((place) => row(2, 4, place)),
      ...row(1, 9, 0),
      ...row(1, holder.length, 0),
    ]),
  )
  return Buffer.concat([
    holder,
    bytesOf(
      `5 0 obj<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/Length ${table.length}>>stream\n`,
    ),
    table,
    bytesOf(`\nendstream endobj\nstartxref\n${holder.length}\n%%EOF\n`),
  ])
}

/** A later version of the catalog, appended as editors save a changed file. */
function updated(file: Buffer, catalog: string): Buffer {
  const object = `1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n`
  const before = Number(/startxref\n(\d+)/.exec(file.toString('latin1'))![1])
  const table = `xref\n1 1\n${String(file.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer<</Size 4/Root 1 0 R/Prev ${before}>>\n`
  const start = file.length + object.length
  return Buffer.concat([file, bytesOf(`${object}${table}${trailer}startxref\n${start}\n%%EOF\n`)])
}

const SCRIPT = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'

describe('files of common programs pass', () => {
  const address = (uri: string) => link(`<</S/URI/URI${uri}>>`)
  test.each([
    ['an empty page', samplePdf()],
    ['packed objects', packedPdf('')],
    ['packed objects with a predictor', packedPdf('', { filter: UP, pack: upRows })],
    ['packed objects that are not deflated', packedPdf('', { filter: '[]', pack: (all) => all })],
    ['a later version of an object', updated(samplePdf(), '/Lang(de)')],
    ['a first page, by an action', withKeys({ catalog: '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>' })],
    ['a link inside the file', link('<</S/GoTo/D[3 0 R/Fit]>>')],
    ['a link to the next page', link('<</S/Named/N/NextPage>>')],
    ['a link to a page of the web', address('(https://example.org/a?b=1)')],
    ['a link with escapes', address('(http:\\057\\057example.org)')],
    ['a link to a mail', address('(mailto:a@example.org)')],
    ['a link in hexadecimal', address(`<${Buffer.from('https://a.example').toString('hex')}>`)],
    [
      'a link whose action is an object',
      withKeys({
        page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 4 0 R>>]',
        objects: ['<</S/URI/URI(https://example.org)>>'],
      }),
    ],
    [
      'a bookmark to the web',
      withKeys({
        catalog: '/Outlines 4 0 R',
        objects: [
          '<</First 5 0 R/Last 5 0 R/Count 1>>',
          '<</Title(A)/Parent 4 0 R/A<</S/URI/URI(https://example.org)>>>>',
        ],
      }),
    ],
    [
      'a form without actions',
      withKeys({
        catalog: '/AcroForm<</Fields[4 0 R]>>',
        page: '/Annots[4 0 R]',
        objects: ['<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]>>'],
      }),
    ],
    ['a picture whose bytes look like a script', samplePdf(pdfStream('', `<<${SCRIPT}>>`))],
    ['names that only begin like refused ones', withKeys({ catalog: '/JSON/LaunchPad/XFAB 1' })],
    ['a text that names an action', withKeys({ catalog: '/Lang(/JS /Launch \\) >>)' })],
    [
      'a stream whose length follows',
      samplePdf(`9 0 obj<</Length 8 0 R>>stream\nab\nendstream\nendobj 8 0 obj 2 endobj`),
    ],
  ])('%s', async (_name, bytes) => {
    expect(problemOf(bytes)).toBeNull()
    expect(await isPassivePdf(bytes)).toBe(true)
  })
})

const ACTIVE: readonly (readonly [string, Buffer, string])[] = [
  ['a script on opening', withKeys({ catalog: SCRIPT }), 'JavaScript'],
  [
    'a script in an escaped name',
    withKeys({ catalog: '/OpenAction<</S/J#61vaScript>>' }),
    'JavaScript',
  ],
  ['a script under an escaped key', withKeys({ catalog: '/X<</#4a#53(x)>>' }), 'has JS'],
  ['scripts of the file', withKeys({ catalog: '/Names<</JavaScript<</Names[]>>>>' }), 'JavaScript'],
  ['a script in a packed object', packedPdf(SCRIPT), 'JavaScript'],
  ['a script behind a predictor', packedPdf(SCRIPT, { filter: UP, pack: upRows }), 'JavaScript'],
  ['a script in an older version', updated(withKeys({ catalog: SCRIPT }), ''), 'JavaScript'],
  ['a script in a newer version', updated(samplePdf(), SCRIPT), 'JavaScript'],
  ['a script in an object that nothing refers to', samplePdf('9 0 obj<</JS(x)>>endobj'), 'has JS'],
  [
    'additional actions of a page',
    withKeys({ page: '/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>' }),
    'has AA',
  ],
  ['additional actions of a field', annotation('/Subtype/Widget/FT/Tx/AA 4 0 R'), 'has AA'],
  ['a password', pdfOf({ trailer: '/Encrypt<</Filter/Standard>>' }), 'has Encrypt'],
  ['a form of its own language', withKeys({ catalog: '/AcroForm<</XFA 4 0 R>>' }), 'has XFA'],
  ['attached files', withKeys({ catalog: '/Names<</EmbeddedFiles 4 0 R>>' }), 'EmbeddedFiles'],
  ['an attached file', samplePdf(pdfStream('/Type/EmbeddedFile', 'x')), 'EmbeddedFile'],
  ['a file beside a page', annotation('/Subtype/FileAttachment'), 'FileAttachment'],
  ['the place of a file', withKeys({ catalog: '/AF[<</Type/Filespec/F(a)>>]' }), 'Filespec'],
  ['a file under another name', withKeys({ catalog: '/X<</F(a)/EF<</F 4 0 R>>>>' }), 'has EF'],
  ['a portfolio', withKeys({ catalog: '/Collection<<>>' }), 'Collection'],
  ['a stream of another file', samplePdf(pdfStream('/F(a.exe)', '')), 'another file'],
  ['a stream with filters of another file', samplePdf(pdfStream('/FFilter/X', '')), 'FFilter'],
  [
    'a page of another file',
    samplePdf(pdfStream('/Subtype/Form/Ref<</F(a)>>', '')),
    'another file',
  ],
  ['a program for the printer', samplePdf(pdfStream('/Subtype/PS', '')), 'has PS'],
  ...['Sound', 'Movie', 'Screen', 'RichMedia', '3D'].map(
    (kind) => [`media: ${kind}`, annotation(`/Subtype/${kind}`), `has ${kind}`] as const,
  ),
  ['renditions', withKeys({ catalog: '/Names<</Renditions 4 0 R>>' }), 'Renditions'],
  ['a slide show', withKeys({ catalog: '/Names<</AlternatePresentations 4 0 R>>' }), 'AlternateP'],
  ['media content', annotation('/Subtype/Link/RichMediaContent<<>>'), 'RichMediaContent'],
  ['media settings', annotation('/Subtype/Link/RichMediaSettings<<>>'), 'RichMediaSettings'],
  ['a film', annotation('/Subtype/Link/Movie<<>>'), 'has Movie'],
  ['a rendition', withKeys({ catalog: '/X<</Type/Rendition>>' }), 'has Rendition'],
  ...[
    'JavaScript',
    'Launch',
    'GoToR',
    'GoToE',
    'GoToDp',
    'Thread',
    'Sound',
    'Movie',
    'Rendition',
    'RichMediaExecute',
    'GoTo3DView',
    'SubmitForm',
    'ImportData',
    'ResetForm',
    'Hide',
    'SetState',
    'SetOCGState',
    'Trans',
  ].flatMap((action) => [
    [`a click: ${action}`, link(`<</S/${action}>>`), action] as const,
    [`opening: ${action}`, withKeys({ catalog: `/OpenAction<</S/${action}>>` }), action] as const,
    [`an object: ${action}`, samplePdf(`9 0 obj<</S/${action}>>endobj`), action] as const,
  ]),
  ['an unknown action', link('<</S/Anything>>'), 'Anything where it is link'],
  ['a command of the viewer', link('<</S/Named/N/Print>>'), 'a command'],
]

const WEB = '<</S/URI/URI(https://example.org)>>'
const AWAY: readonly (readonly [string, Buffer, string])[] = [
  ['an address on opening', withKeys({ catalog: `/OpenAction${WEB}` }), 'is automatic'],
  [
    'the same in an object',
    withKeys({ catalog: '/OpenAction 4 0 R', objects: [WEB] }),
    'is automatic',
  ],
  [
    'an address on opening that is also a link',
    withKeys({
      catalog: '/OpenAction 4 0 R',
      page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 4 0 R>>]',
      objects: [WEB],
    }),
    'is automatic',
  ],
  ['an address after a page', link(`<</S/GoTo/D[3 0 R/Fit]/Next[${WEB}]>>`), 'is automatic'],
  ['an address beside a link', annotation(`/Subtype/Link/PA${WEB}`), 'is automatic'],
  ['an address of a button', annotation(`/Subtype/Widget/FT/Btn/A${WEB}`), 'is clicked'],
  ['an address elsewhere', withKeys({ catalog: `/X[${WEB}]` }), 'is clicked'],
  ['an address in an object of its own', samplePdf(`9 0 obj${WEB}endobj`), 'without a link'],
  ['a base of addresses', withKeys({ catalog: '/URI<</Base(file:///)>>' }), 'out of the web'],
  ...[
    'file:///a',
    'javascript:x',
    '\\\\\\\\host\\\\a',
    '//host/a',
    'https:///a',
    ' https://a',
    'a.exe',
    '',
  ].map(
    (uri) => [`the address "${uri}"`, link(`<</S/URI/URI(${uri})>>`), 'out of the web'] as const,
  ),
  ['an address elsewhere in the file', link('<</S/URI/URI 4 0 R>>'), 'out of the web'],
]

const edited = (from: string | RegExp, to: string, file = samplePdf()) =>
  bytesOf(file.toString('latin1').replace(from, to))
const length = (stated: string, more = '') =>
  samplePdf(`9 0 obj<</Length ${stated}>>stream\nab\nendstream\nendobj ${more}`)

const UNREADABLE: readonly (readonly [string, Buffer, string])[] = [
  [
    'two filters',
    packedPdf(SCRIPT, {
      filter: '[/ASCIIHexDecode/FlateDecode]',
      pack: (all) => asHexadecimal(deflateSync(all)),
    }),
    'Several filters',
  ],
  [
    'another filter',
    packedPdf('', { filter: '/ASCIIHexDecode', pack: asHexadecimal }),
    'Another filter',
  ],
  [
    'an unknown predictor',
    packedPdf('', { filter: '/FlateDecode/DecodeParms<</Predictor 2>>' }),
    'Another predictor',
  ],
  ['broken packed objects', packedPdf('', { pack: (all) => all }), 'cannot be unpacked'],
  ['a packed bomb', packedPdf('', { tail: ' '.repeat(40 * 1024 * 1024) }), 'cannot be unpacked'],
  [
    'packed objects over each other',
    packedPdf('', { at: (places) => [places[1]!, places[0]!, places[2]!] }),
    'overlap',
  ],
  ['packed objects with a tail', packedPdf('', { tail: ' (x)' }), 'has a tail'],
  ['no header', edited('%PDF-1.7', '%FDF-1.7'), 'No header'],
  ['text before the header', Buffer.concat([bytesOf('<html>'), samplePdf()]), 'No header'],
  ['a page behind the end', Buffer.concat([samplePdf(), bytesOf('<html>')]), 'missing at'],
  ['a comment behind the end', Buffer.concat([samplePdf(), bytesOf('% <html>')]), 'after the end'],
  [
    'objects behind the end',
    Buffer.concat([samplePdf(), bytesOf('8 0 obj 1 endobj')]),
    'after the end',
  ],
  ['no end', edited('%%EOF', ''), 'No end'],
  ['a cut file', samplePdf().subarray(0, -20), 'missing'],
  ['text between objects', samplePdf('hello'), 'missing at'],
  ['an object without its end', edited('endobj', ''), 'endobj is missing'],
  ['an object that is only a reference', samplePdf('9 0 obj 1 0 R endobj'), 'only a reference'],
  ['a key that stands twice', withKeys({ catalog: '/A 1/#41 2' }), 'stands twice'],
  ['a reference to another place', edited('0000000009 00000', '0000000010 00000'), 'is elsewhere'],
  [
    'an object in a stream, by a reference',
    edited(
      '0000000009 00000',
      '0000000240 00000',
      samplePdf(pdfStream('', '1 0 obj<</JS(x)>>endobj')),
    ),
    'is elsewhere',
  ],
  [
    'cross references elsewhere',
    edited(/startxref\n\d+/, 'startxref\n12'),
    'references are elsewhere',
  ],
  ['earlier ones elsewhere', pdfOf({ trailer: '/Prev 12' }), 'Earlier'],
  ['a stream shorter than stated', length('5'), 'end where it should'],
  ['a stream longer than stated', length('0'), 'end where it should'],
  ['a length that is missing', length('8 0 R'), 'length of a stream is missing'],
  ['a length of another value', length('8 0 R', '8 0 obj 4 endobj'), 'another length'],
  [
    'a length of two values',
    length('8 0 R', '8 0 obj 2 endobj 8 0 obj 0 endobj'),
    'another length',
  ],
  ['arrays of arrays', samplePdf(`9 0 obj${'['.repeat(102)}${']'.repeat(102)}endobj`), 'Too much'],
  ['too many values', samplePdf(`9 0 obj[${'0 '.repeat(250_000)}]endobj`), 'Too much'],
]

describe('what acts, leads away or cannot be read in one way is refused', () => {
  test.each([...ACTIVE, ...AWAY, ...UNREADABLE])('%s', async (_name, bytes, reason) => {
    expect(problemOf(bytes)).toContain(reason)
    expect(await isPassivePdf(bytes)).toBe(false)
  })

  test('a file that pdf.js cannot open', async () => {
    for (const file of [
      pdfOf({ objects: ['<</Type/Catalog>>'] }),
      pdfOf({ objects: ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>'] }),
    ]) {
      expect(problemOf(file)).toBeNull()
      expect(await isPassivePdf(file)).toBe(false)
    }
  })

  test('every shorter part of a file', () => {
    const file = packedPdf('').subarray(0, -1)
    for (let bytes = 0; bytes < file.length; bytes += 1) {
      expect(problemOf(file.subarray(0, bytes))).not.toBeNull()
    }
  })
})
