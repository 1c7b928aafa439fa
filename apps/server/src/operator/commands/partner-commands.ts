import { blockPartner } from '../../business/partners/block-partner.ts'
import { erasePartner } from '../../business/partners/erase-partner.ts'
import { handOverExport } from '../../business/partners/export-partner.ts'
import { unlockPartner } from '../../business/partners/unlock-partner.ts'
import { setPublicProfile } from '../../business/profile/set-public-profile.ts'
import { listDataRequests } from '../../passport/accounts/data-requests.ts'
import { resetTwoFactor } from '../../passport/accounts/reset-two-factor.ts'
import type { Command } from '../command-table.ts'
import { DONE, type Handler, instantText, listLine } from './handler.ts'

const idOf = ({ arguments: [id] }: Command): number => Number(id)

const setBlocked =
  (blocked: boolean): Handler =>
  async ({ core, command, io }) => {
    await blockPartner(core, idOf(command), blocked, command.options['reason'] ?? '')
    await io.out(`partner ${idOf(command)} is ${blocked ? 'blocked' : 'not blocked'}\n`)
    return DONE
  }

export const partnerBlock = setBlocked(true)
export const partnerUnblock = setBlocked(false)

export const partnerUnlock: Handler = async ({ core, command, io }) => {
  await unlockPartner(core, idOf(command))
  await io.out(`partner ${idOf(command)} may sign in again\n`)
  return DONE
}

export const partnerPublicPage: Handler = async ({ core, command, io }) => {
  const site = Number(command.arguments[1])
  await setPublicProfile(core, idOf(command), site)
  const where = site === 0 ? 'has no public page' : `has its public page on publicSite.${site}`
  await io.out(`partner ${idOf(command)} ${where}\n`)
  return DONE
}

export const partnerResetTwoFactor: Handler = async ({ core, command, io }) => {
  await resetTwoFactor(core, idOf(command))
  await io.out(`partner ${idOf(command)} has no authenticator any more\n`)
  return DONE
}

export const partnerRequests: Handler = async ({ core, io }) => {
  await io.out(listLine('partner', 'asks for', 'at'))
  for (const { userId, kind, requestedAt } of await listDataRequests(core.database.read)) {
    await io.out(listLine(userId, kind, instantText(requestedAt)))
  }
  return DONE
}

export const partnerExport: Handler = async ({ core, command, io }) => {
  for await (const chunk of handOverExport(core, idOf(command))) await io.out(chunk)
  return DONE
}

export const partnerErase: Handler = async ({ core, command, io }) => {
  await erasePartner(core, idOf(command))
  await io.out(`personal data of partner ${idOf(command)} erased\n`)
  return DONE
}
