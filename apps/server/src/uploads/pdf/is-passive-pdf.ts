import { PdfActive, PdfRules } from './pdf-rules.ts'
import { PdfUnreadable } from './pdf-values.ts'
import { readPdf } from './read-pdf.ts'

/**
 * Whether the bytes are a PDF file that can be read in one way only, that does nothing by itself and holds no other file,
 * and whose pages pdf.js can open without repairs.
 *
 * Two programs read each file. `readPdf` sees every object with all its keys, which pdf.js does not show, but knows nothing
 * of pages; pdf.js is what a viewer makes of them.
 */
export async function isPassivePdf(bytes: Buffer): Promise<boolean> {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return false
  try {
    const rules = new PdfRules()
    readPdf(bytes, rules.check)
    rules.finish()
  } catch (error) {
    if (error instanceof PdfUnreadable || error instanceof PdfActive) return false
    throw error
  }
  return opensInViewer(bytes)
}

/** Loaded with the first PDF file: it takes some memory and time. */
async function opensInViewer(bytes: Buffer): Promise<boolean> {
  const { getDocument, VerbosityLevel } = await import('unpdf/pdfjs')
  const loading = getDocument({
    // A copy, because pdf.js keeps and changes what it is given.
    data: new Uint8Array(bytes),
    stopAtErrors: true,
    enableXfa: false,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await loading.promise
    if (document.numPages === 0) return false
    for (let page = 1; page <= document.numPages; page += 1) {
      const { view } = await document.getPage(page)
      if (view.length === 0) return false
    }
    return !(await document.hasJSActions()) && (await document.getAttachments()) === null
  } catch {
    return false
  } finally {
    await loading.destroy()
  }
}
