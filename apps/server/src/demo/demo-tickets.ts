import { DAY_MS, type TicketForm } from '@partner-office/domain'

import { sendTicket } from '../business/support/send-ticket.ts'
import type { FormPart } from '../input/form-parts.ts'
import type { Core } from '../core/core.ts'

type DemoTicket = { readonly daysAgo: number; readonly form: TicketForm; readonly file?: string }

const TICKETS: readonly DemoTicket[] = [
  {
    daysAgo: 40,
    form: { formId: '1', type: '1', comment: 'How do I change the language of my e-mails?' },
  },
  {
    daysAgo: 12,
    form: {
      formId: '3',
      type: '3',
      bonusType: 'unilevel_bonus',
      comment: 'An order of my second line shows no unilevel bonus.\nThe receipt is attached.',
    },
    file: 'receipt.pdf',
  },
  {
    daysAgo: 2,
    form: { formId: '8', type: '8', comment: 'When is my payout sent?' },
  },
]

/** Tickets of a partner, sent through the same use case as real ones. */
export async function sendDemoTickets(core: Core, partnerId: number): Promise<void> {
  const now = core.clock()
  for (const ticket of TICKETS) {
    const then = { ...core, clock: () => now - ticket.daysAgo * DAY_MS }
    await sendTicket(then, partnerId, partsOf(ticket))
  }
}

async function* partsOf({ form, file }: DemoTicket): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(form)) yield { kind: 'field', name, value }
  if (file === undefined) return
  yield { kind: 'file', name: 'files', fileName: file, bytes: samplePdf(), isCut: () => false }
}

const RECEIPT = 'BT /F1 18 Tf 72 740 Td (Receipt of an order: 350.00 EUR, paid) Tj ET'

const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
  `<</Length ${RECEIPT.length}>>stream\n${RECEIPT}\nendstream\n`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]

/** A PDF of one page with a line of text: objects, their offsets, and where the offsets are. */
async function* samplePdf(): AsyncGenerator<Uint8Array> {
  let text = '%PDF-1.4\n'
  const offsets = OBJECTS.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = OBJECTS.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  yield Buffer.from(
    `${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
