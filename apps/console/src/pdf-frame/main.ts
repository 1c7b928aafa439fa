// Runs in a frame without an origin and without a network: it gets the bytes of a PDF by a message and draws its pages. Nothing of the file
// is shown but pixels: no links, no forms, no scripts.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import * as worker from 'pdfjs-dist/build/pdf.worker.mjs'

import { partFactories, takePart } from './parts.ts'
import type { FromFrame, Part, ToFrame, View } from './protocol.ts'

// The parser runs in the frame itself, which can load no worker.
Object.assign(globalThis, { pdfjsWorker: worker })

const MOST_PIXELS = 50_000_000
/** A longer document is drawn up to this page. */
const MOST_PAGES = 50

let document_: PDFDocumentProxy | null = null
let round = 0

const send = (message: FromFrame): void => parent.postMessage(message, '*')

addEventListener('message', ({ source, data }: MessageEvent<ToFrame | Part>) => {
  if (source !== parent) return
  if ('part' in data) takePart(data)
  else void show(data).catch(() => send({ kind: 'failed' }))
})

async function show({ bytes, pageText, ...view }: ToFrame): Promise<void> {
  if (bytes !== undefined) {
    document_ = await getDocument({
      data: bytes,
      isEvalSupported: false,
      enableXfa: false,
      // Fonts are drawn as shapes: none of the file reaches the browser's own font code.
      disableFontFace: true,
      ...partFactories,
      maxImageSize: MOST_PIXELS,
    }).promise
  }
  if (document_ !== null) await draw(document_, view, pageText)
}

/** A newer view ends the drawing of an older one. */
async function draw(
  shown: PDFDocumentProxy,
  { zoom, turn }: View,
  pageText: string,
): Promise<void> {
  round += 1
  const own = round
  const drawn = Math.min(shown.numPages, MOST_PAGES)
  const pages: HTMLCanvasElement[] = []
  for (let number = 1; number <= drawn; number += 1) {
    const page = await shown.getPage(number)
    const rotation = (page.rotate + turn) % 360
    const { width } = page.getViewport({ scale: 1, rotation })
    const scale = (innerWidth / width) * (zoom / 100) * devicePixelRatio
    const viewport = page.getViewport({ scale, rotation })
    const canvas = document.createElement('canvas')
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    canvas.style.width = `${canvas.width / devicePixelRatio}px`
    canvas.setAttribute('role', 'img')
    const name = pageText.replace('{n}', String(number)).replace('{count}', String(shown.numPages))
    canvas.setAttribute('aria-label', name)
    await page.render({ canvasContext: canvas.getContext('2d')!, viewport }).promise
    if (own !== round) return
    pages.push(canvas)
  }
  document.body.replaceChildren(...pages)
  send({ kind: 'drawn', pages: shown.numPages, drawn })
}

send({ kind: 'ready' })
