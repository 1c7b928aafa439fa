import { inflateSync } from 'node:zlib'

type PdfObject = { readonly dictionary: string; readonly stream: Buffer | null }

/** Reads the objects of a file that the product has written. */
export function readPdfObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    objects.set(Number(match[1]), readObject(file, text, match.index + match[0].length))
  }
  return objects
}

function readObject(file: Buffer, text: string, start: number): PdfObject {
  const end = text.indexOf('\nendobj\n', start)
  const stream = text.indexOf('\nstream\n', start)
  if (stream < 0 || stream > end) return { dictionary: text.slice(start, end), stream: null }
  const dictionary = text.slice(start, stream)
  const length = Number(/\/Length (\d+)/.exec(dictionary)![1])
  const bytes = file.subarray(stream + 8, stream + 8 + length)
  return { dictionary, stream: dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes }
}

const STEP =
  /\/Span << \/ActualText <([0-9A-F]*)> >> BDC|EMC|\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>|BDC|BMC|ET/g

/**
 * The text of each page in the order in which it is drawn, one line for each line drawn: what copying gives. Right-to-left
 * words come out from left to right, as they are drawn.
 */
export function pagesOfPdf(file: Buffer): string[][] {
  const objects = readPdfObjects(file)
  const refOf = (dictionary: string, name: string) =>
    objects.get(Number(new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(dictionary)![1]))!
  const pages = [...objects.values()].filter(({ dictionary }) =>
    dictionary.includes('/Type /Page '),
  )
  return pages.map(({ dictionary }) => {
    const { dictionary: resources } = refOf(dictionary, 'Resources')
    const maps = new Map(
      Array.from(resources.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, key, ref]) => [
        key!,
        unicodeMap(refOf(objects.get(Number(ref))!.dictionary, 'ToUnicode').stream!.toString()),
      ]),
    )
    return linesOf(refOf(dictionary, 'Contents').stream!.toString(), maps)
  })
}

function linesOf(
  content: string,
  maps: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] {
  const lines: string[] = []
  let line = ''
  let font = ''
  /** The marked content that is open, innermost last; true for text given beside the glyphs. */
  const open: boolean[] = []
  for (const [step, actual, key, codes] of content.matchAll(STEP)) {
    if (actual !== undefined) line += utf16(actual).slice(1)
    if (step.endsWith('BDC') || step.endsWith('BMC')) open.push(actual !== undefined)
    else if (step === 'EMC') open.pop()
    else if (key !== undefined) font = key
    else if (codes !== undefined && !open.includes(true)) line += decoded(codes, maps.get(font)!)
    else if (step === 'ET') {
      lines.push(line)
      line = ''
    }
  }
  return lines
}

const decoded = (codes: string, map: ReadonlyMap<string, string>): string =>
  codes.replaceAll(/.{4}/g, (code) => map.get(code) ?? '')

const unicodeMap = (map: string): Map<string, string> =>
  new Map(
    Array.from(map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]*)>$/gm), ([, code, text]) => [
      code!,
      utf16(text!),
    ]),
  )

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
