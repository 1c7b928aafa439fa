import { approvePayout, rejectPayout, takePayout } from '../../business/payouts/end/end-payout.ts'
import { batchLines, handOverPayouts, settlePayouts } from '../../business/payouts/end/hand-over.ts'
import { listPayouts, type ListedPayout } from '../../business/payouts/read/list-payouts.ts'
import { lockPayouts } from '../../business/payouts/end/lock-payouts.ts'
import type { Command } from '../command-table.ts'
import { counted } from '../counted.ts'
import { DONE, type Handler, inputOf, instantText, listLine } from './handler.ts'

const idOf = ({ arguments: [id] }: Command): number => Number(id)

const COLUMNS = [
  'id',
  'partner',
  'created',
  'from',
  'to',
  'address',
  'amount',
  'fee',
  'receive',
  'status',
  'taken',
  'transaction or reason',
  'risks',
]

export const payoutsList: Handler = async ({ core, command, io }) => {
  await io.out(listLine(...COLUMNS))
  for await (const payout of listPayouts(core, command.options['status'])) {
    await io.out(listLine(...cellsOf(payout)))
  }
  return DONE
}

function cellsOf(payout: ListedPayout): (string | number)[] {
  const { id, partnerId, createdAt, payoutFrom, payoutTo, address, amount, fee, receive } = payout
  const { status, takenAt, txId, reason, risks } = payout
  const taken = takenAt === null ? '' : instantText(takenAt)
  const route = [payoutFrom, payoutTo, address]
  const end = [status, taken, txId ?? reason ?? '', risks.join(', ')]
  return [id, partnerId, instantText(createdAt), ...route, amount, fee, receive, ...end]
}

export const payoutsTake: Handler = async ({ core, command, io }) => {
  const { risks } = await takePayout(core, idOf(command))
  await io.out(`payout ${idOf(command)} is taken up; its owner can no longer cancel it\n`)
  noteRisks(io, risks)
  return DONE
}

export const payoutsApprove: Handler = async ({ core, command, io }) => {
  const { risks } = await approvePayout(core, idOf(command), command.options['tx']!)
  await io.out(`payout ${idOf(command)} was sent\n`)
  noteRisks(io, risks)
  return DONE
}

export const payoutsReject: Handler = async ({ core, command, io }) => {
  await rejectPayout(core, idOf(command), command.options['reason']!)
  await io.out(`payout ${idOf(command)} is rejected; its amount is back on the balance\n`)
  return DONE
}

export const payoutsHandOver: Handler = async ({ core, io }) => {
  const payouts = await handOverPayouts(core)
  for (const line of batchLines(payouts)) await io.out(line)
  io.note(`${counted(payouts.length, 'payout')} handed over and taken up`)
  return DONE
}

export const payoutsSettle: Handler = async ({ core, io }) => {
  const { settled } = await settlePayouts(core, inputOf(io))
  await io.out(`${counted(settled, 'payout')} settled\n`)
  return DONE
}

export const payoutsUnlock: Handler = async ({ core, command, io }) => {
  await lockPayouts(core, idOf(command), false)
  await io.out(`partner ${idOf(command)} may pay out again\n`)
  return DONE
}

function noteRisks(io: Parameters<Handler>[0]['io'], risks: readonly string[]): void {
  if (risks.length > 0) io.note(`look at it closely: ${risks.join(', ')}`)
}
