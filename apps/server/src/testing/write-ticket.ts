import { sendTicket } from '../business/support/send-ticket.ts'
import type { Core } from '../core/core.ts'

/** Sends a ticket in as a partner; returns its id. */
export async function writeTicket(
  core: Core,
  partnerId: number,
  { comment, type = 1 }: { readonly comment: string; readonly type?: number },
): Promise<number> {
  const fields = { formId: String(type), type: String(type), comment, email: 'new@example.com' }
  async function* parts() {
    for (const [name, value] of Object.entries(fields)) {
      yield { kind: 'field', name, value } as const
    }
  }
  const { id } = await sendTicket(core, partnerId, parts())
  return id
}
