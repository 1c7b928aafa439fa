import { acceptRestored, showRestored } from '../../business/quarantine/restored.ts'
import { counted } from '../counted.ts'
import { DONE, type Handler, inputOf, instantText, listLine } from './handler.ts'

const WAITING = {
  mails: 'mails about accounts',
  notices: 'notices about accounts',
  eventMails: 'mails about events',
  payoutMails: 'mails about payouts',
  pushes: 'messages to devices',
  webhooks: 'events for webhooks',
  tickets: 'tickets for the help desk',
} as const

/** What a restored database would send, and what it lacks. */
export const restoredShow: Handler = async ({ core, io }) => {
  const { quarantine, lastOrder, payouts, waiting } = await showRestored(core)
  await io.out(listLine('quarantine', instantText(quarantine.beganAt), quarantine.reason))
  for (const [kind, name] of Object.entries(WAITING)) {
    await io.out(listLine('waits', name, waiting[kind as keyof typeof WAITING]))
  }
  if (lastOrder !== null) {
    const { id, recordedAt } = lastOrder
    await io.out(listLine('last order', id, instantText(recordedAt), 'send later ones again'))
  }
  for (const { id, createdAt, takenAt, payoutTo, address, receive } of payouts) {
    const taken = takenAt === null ? 'not taken up' : `taken up ${instantText(takenAt)}`
    await io.out(listLine('payout', id, instantText(createdAt), taken, payoutTo, address, receive))
  }
  return DONE
}

/** Ends the quarantine; payouts of the file had left meanwhile. */
export const restoredAccept: Handler = async ({ core, command: { options }, io }) => {
  const left = options['payouts'] === undefined ? null : inputOf(io)
  const { settled } = await acceptRestored(core, { reason: options['reason']!, left })
  await io.out(
    `the quarantine has ended; ${counted(settled, 'payout')} that had left marked as sent\n`,
  )
  return DONE
}
