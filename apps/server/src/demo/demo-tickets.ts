import { DAY_MS, type TicketForm } from '@partner-office/domain'

import { sendTicket } from '../business/support/send-ticket.ts'
import type { FormPart } from '../core/form-parts.ts'
import type { Core } from '../core/core.ts'
import { Semaphore } from '../core/semaphore.ts'

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
  const storing = new Semaphore(1)
  for (const ticket of TICKETS) {
    const then = { ...core, clock: () => now - ticket.daysAgo * DAY_MS }
    await sendTicket(then, partnerId, partsOf(ticket), storing)
  }
}

async function* partsOf({ form, file }: DemoTicket): AsyncGenerator<FormPart> {
  for (const [name, value] of Object.entries(form)) yield { kind: 'field', name, value }
  if (file === undefined) return
  yield { kind: 'file', name: 'files', fileName: file, bytes: samplePdf(), isCut: () => false }
}

async function* samplePdf(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-1.4\n% A sample without pages.\n%%EOF\n')
}
